//! Every row of the table in the module's documentation, as an example.

use super::{Lexicon, Tokens};

/// Returns what the phrases of `list` cover in `text`.
fn found<'t>(list: &'static str, text: &'t str) -> Vec<&'t str> {
    let lexicon = Lexicon::read(&[list]);
    let tokens = Tokens::of(text);
    let hits = lexicon.find(&tokens);
    hits.into_iter().map(|hit| &text[tokens.span(hit.at)]).collect()
}

fn words(text: &str) -> Vec<String> {
    let tokens = Tokens::of(text);
    (0..tokens.list.len()).map(|at| tokens.word(at).to_owned()).collect()
}

/// Returns the clauses of `text`, each from where it begins to where the next does.
fn clauses(text: &str) -> Vec<&str> {
    let tokens = Tokens::of(text);
    let mut starts: Vec<usize> = tokens.list.iter().filter(|token| token.stands()).map(|token| token.start).collect();
    starts.push(text.len());
    starts.windows(2).map(|pair| text[pair[0]..pair[1]].trim_end()).collect()
}

#[test]
fn a_word_is_found_whole_by_its_beginning_or_by_its_end() {
    let list = "[s]\n1 gout\n1 diabet*\n1 *itis";
    assert_eq!(found(list, "Gout, diabetic gouty arthritis"), ["Gout", "diabetic", "arthritis"]);
}

#[test]
fn a_class_stands_for_its_words_and_shapes_for_theirs() {
    let list = "@body = knee hip\n@body = neck\n[s]\n1 my @body\n1 @money\n1 weigh @number kg\n1 meet @name";
    assert_eq!(found(list, "my neck, my car"), ["my neck"]);
    assert_eq!(found(list, "$20 or 20"), ["20"]);
    assert_eq!(found(list, "I weigh 80kg"), ["weigh 80kg"]);
    assert_eq!(found(list, "Meet me, meet Sam"), ["meet Sam"]);
}

#[test]
fn a_group_takes_one_of_its_alternatives_however_long() {
    let list = "[s]\n1 (because_of|due_to|since) the (old|new)? knee";
    assert_eq!(found(list, "due to the knee"), ["due to the knee"]);
    assert_eq!(found(list, "since the old knee"), ["since the old knee"]);
    assert_eq!(found(list, "due the knee"), [""; 0]);
}

#[test]
fn a_part_stands_for_its_elements_where_it_is_named() {
    let list = "%dose = @number (mg|ml)\n[s]\n1 take %dose daily\n1 %dose\n1 ^ %dose is";
    assert_eq!(found(list, "I take 20mg daily"), ["take 20mg daily", "20mg"]);
    assert_eq!(found(list, "20 ml is 20 g"), ["20 ml is", "20 ml"]);
}

#[test]
fn a_range_takes_the_numbers_between_its_ends() {
    let list = "[s]\n1 temperature (of|is) 35..42\n1 200..300 calories";
    assert_eq!(found(list, "250 calories, not 350 calories"), ["250 calories"]);
    assert_eq!(found(list, "temperature of 38,5"), ["temperature of 38,5"]);
    assert_eq!(found(list, "temperature is 35, temperature is 42"), ["temperature is 35", "temperature is 42"]);
    assert_eq!(found(list, "temperature is 42.1, temperature of 40,000, temperature is 38:00"), [""; 0]);
}

#[test]
fn a_pressure_is_two_numbers_a_cuff_can_show() {
    let list = "[s]\n1 @pressure";
    assert_eq!(found(list, "120/80 on Monday 15/11, then 24/7 and 500/90"), ["120/80"]);
}

#[test]
fn a_pause_can_be_one_of_several_things_that_follow() {
    let list = "[s]\n1 broke (,|$|again)";
    assert_eq!(found(list, "I am broke, he broke it, we are broke"), ["broke", "broke"]);
}

#[test]
fn the_longest_term_is_found_and_a_plural_by_its_singular() {
    let terms = "# Illnesses.\n[s]\nallergy\nbell 's palsy\nheart\nheart attack\n糖尿病";
    let found = |text: &'static str| -> Vec<&str> {
        let lexicon = Lexicon::read(&["[s]\n! heart of gold"]).and_terms(terms);
        let tokens = Tokens::of(text);
        lexicon.find(&tokens).into_iter().map(|hit| &text[tokens.span(hit.at)]).collect()
    };
    assert_eq!(found("A heart attack, allergies, Bell's palsy"), ["heart attack", "allergies", "Bell's palsy"]);
    assert_eq!(found("Heart attacks, hearty, a heart. Attack!"), ["Heart attacks", "heart"]);
    assert_eq!(found("我有糖尿病"), ["糖尿病"]);
    assert_eq!(found("a heart of gold"), [""; 0]);
}

#[test]
fn a_mistake_in_a_list_of_terms_is_named() {
    assert_eq!(
        super::misread_terms("[s]\ngout\nfever\nfever\ngrippé"),
        [
            "`fever` is not sorted, or twice in the list",
            "`fever` is not sorted, or twice in the list",
            "`grippé` is not what a text is folded to",
        ]
    );
}

#[test]
fn a_gap_reaches_as_far_as_it_says_and_not_out_of_the_sentence() {
    let list = "[s]\n1 owe ..2 money";
    assert_eq!(found(list, "I owe him much money"), ["owe him much money"]);
    assert_eq!(found(list, "I owe him so much money"), [""; 0]);
    assert_eq!(found(list, "I owe him. Money talks."), [""; 0]);
}

#[test]
fn the_ends_of_a_sentence_and_a_pause_can_be_asked_for() {
    let list = "[s]\n1 ^ always\n1 never $\n1 if ..3 , pay";
    assert_eq!(found(list, "He always tries. Always. Or never? Never ever."), ["Always", "never"]);
    assert_eq!(found(list, "If it rains, pay; if you pay"), ["If it rains, pay"]);
}

#[test]
fn conditions_look_around_a_phrase() {
    let list = "[s]\n1 fever ; without pitch\n1 shot ; with nurse";
    assert_eq!(found(list, "fever, fever pitch"), [""; 0]);
    assert_eq!(found(list, "fever"), ["fever"]);
    assert_eq!(found(list, "a shot of rum. The nurse gave a shot"), ["shot"]);
}

#[test]
fn a_mask_hides_what_it_overlaps_but_not_what_says_more() {
    let list = "[s]\n1 heart\n1 heart of stone disease\n! heart of stone";
    assert_eq!(found(list, "a heart of stone"), [""; 0]);
    assert_eq!(found(list, "heart of stone disease"), ["heart of stone disease"]);
    let other_section = "[s]\n1 heart\n[t]\n! heart of stone";
    assert_eq!(found(other_section, "a heart of stone"), ["heart"]);
}

#[test]
fn what_reaches_back_covers_the_word_before() {
    let list = "[s]\n1 mortgage\n! < (calculator|page)";
    assert_eq!(found(list, "a mortgage calculator, my mortgage. Page two"), ["mortgage"]);
}

#[test]
fn the_rest_of_a_clause_ends_where_the_next_begins() {
    let list = "[s]\n1 pills\n! my dog has >>";
    assert_eq!(found(list, "My dog has pills, and I have pills"), ["pills"]);
}

#[test]
fn contractions_are_spelled_out_and_accents_dropped() {
    assert_eq!(words("I'm can't wife's Café"), ["i", "am", "can", "not", "wife", "'s", "cafe"]);
    assert_eq!(words("dont gonna l'hôpital"), ["do", "not", "going", "to", "l", "hopital"]);
    assert_eq!(words("ＦＵＬＬ 𝐛𝐨𝐥𝐝 straße ёлка"), ["full", "bold", "strasse", "елка"]);
}

#[test]
fn im_is_a_contraction_unless_the_text_is_german() {
    assert_eq!(words("im late"), ["i", "am", "late"]);
    assert_eq!(words("Ich bin im Garten"), ["ich", "bin", "im", "garten"]);
}

#[test]
fn what_is_short_for_is_stands_for_it() {
    let list = "[s]\n1 money is tight\n1 (wife|husband) ..1 (is|was) deaf";
    assert_eq!(found(list, "money's tight"), ["money's tight"]);
    assert_eq!(found(list, "my wife's deaf"), ["wife's deaf"]);
}

#[test]
fn a_colon_pauses_unless_it_tells_the_time() {
    let list = "[s]\n1 start , 5\n1 start , press";
    assert_eq!(found(list, "start: press"), ["start: press"]);
    assert_eq!(found(list, "start 5:30"), [""; 0]);
}

#[test]
fn numbers_keep_their_points_and_lose_their_units() {
    assert_eq!(words("120/80, 5.4. 80kg 16:00 401(k) a1c"), ["120/80", "5.4", "80", "kg", "16:00", "401", "k", "a1c"]);
}

#[test]
fn scripts_without_spaces_are_cut_into_characters() {
    assert_eq!(words("我有糖尿病"), ["我", "有", "糖", "尿", "病"]);
    assert_eq!(found("[s]\n1 (糖尿病|癌症)", "我有糖尿病"), ["糖尿病"]);
}

#[test]
fn a_sentence_is_cut_where_something_of_its_own_begins() {
    assert_eq!(clauses("Aisle seat since the operation"), ["Aisle seat", "since the operation"]);
    assert_eq!(clauses("I live in Rome and have asthma"), ["I live in Rome", "and have asthma"]);
    assert_eq!(clauses("I have asthma and diabetes"), ["I have asthma and diabetes"]);
    assert_eq!(clauses("It is high, 150 over 95, but I am fine"), ["It is high, 150 over 95,", "but I am fine"]);
    assert_eq!(clauses("Ask Dr. Lee. Not now"), ["Ask Dr. Lee.", "Not now"]);
}

#[test]
fn a_mistake_in_a_list_is_named() {
    let list = "1 no section yet\n[s]\nx bad weight\n1 (open group\n1 @nowhere\n1 ab*\n1 maybe? word\n1 35..warm\n1 big %nothing\n%twice = a\n%twice = b\n1 Große";
    let wrong = super::misread(&[list]);
    let why: Vec<&str> = wrong.iter().map(|line| line.split(':').next().unwrap_or_default()).collect();
    assert_eq!(
        why,
        [
            "a phrase needs a section",
            "the weight is a number or `!`",
            "a group ends in `)`",
            "no such class",
            "too short for `*`",
            "a phrase cannot begin with what may be missing",
            "a part is `%name = elements`, said once",
            "a group ends in `)`",
            "no such class",
            "too short for `*`",
            "numbers are `35..42`",
            "no such part above this line",
            "`Große` is not what a text is folded to",
        ]
    );
}
