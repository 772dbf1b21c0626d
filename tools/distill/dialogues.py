"""Dialogues of invented people, with questions about them, written by a small language model on the GPU.

    dialogues.py FOLDER TEXT.tsv.xz OUT.jsonl     (FOLDER as `chat_model.py index` writes it)

Real questions are what the public text lacks: people ask about what was said in other words than it was said in. The
model writes chats, and questions about their turns and about turns of the training text. Each prompt for a chat is drawn from the lists below, so that no two chats are about the same lives. The speakers of the benchmarks
are not among the names, and nothing of a benchmark is shown to the model.
"""

import argparse
import json
import random
import re
import time

import torch

import corpus

NAMES = """Ingrid Kwame Priya Tomas Amara Yusuf Beatriz Henrik Leila Marek Naomi Otto Saoirse Ravi Hana Mateo Freya Idris
Clara Bruno Aylin Stefan Zuri Felix Noor Hugo Maren Diego Elif Piet Aurora Jonas Sunita Emil Farah Oskar Mina Theo Greta
Samir Ines Viktor Tala Rosa Ewan Lucia Bashir Nadia Arvid Paloma Kofi Astrid Rafael Mei Anton Dalia Ivo Carmen Sven
Layla Milan Bianca Joaquin Selma Tariq Hanne Luka Esme Rohan Petra Amos Yara Nils Simone Kaito Orla Pavel Dana Gilberto
Wanda Harriet Silas Marcus Judith Leon Bettina Curtis Abena Frank Louise Wesley Tabitha Grant Imogen Perry Odette""".split()
WORK = """nurse;history teacher;software developer;baker;bus driver;architect;physiotherapist;accountant;florist;electrician;
journalist;vet;student of biology;librarian;chef;retired carpenter;dental hygienist;tour guide;lawyer;plumber;translator;
social worker;photographer;warehouse manager;violinist;real estate agent;data analyst;farmer;hairdresser;paramedic;
stay-at-home parent;graduate student in economics;barista;game designer;police officer;tailor;marine biologist;pharmacist;
sales manager;radio host;mechanic;midwife;civil engineer;personal trainer;museum curator;freelance illustrator;pilot;
start-up founder;kindergarten teacher;night-shift security guard;beekeeper;sound engineer""".replace("\n", "").split(";")
LIFE = """is moving to another city;has just adopted a dog;is training for a half marathon;is planning a wedding;broke an arm;
started learning the cello;is looking for a new job;has a newborn baby;is renovating the kitchen;is back from a trip abroad;
is saving money for a house;had an argument with a brother;is writing a novel;took up pottery;is going through a divorce;
found an old friend again;is applying for citizenship;has been diagnosed with an allergy;is organising a charity sale;
quit smoking;is building a shed;won a local competition;is caring for an ageing parent;opened an online shop;
is studying for an exam;bought a used car;is trying a vegan diet;lost a wallet on the train;is planning a surprise party;
joined a choir;is worried about a medical test;got a promotion;is fixing up a boat;volunteers at an animal shelter;
is learning a new language;is dealing with a noisy neighbour;started therapy;is preparing a talk;coaches a youth team;
is growing vegetables on the balcony;lost a pet;is changing schools;is getting over a flu;is planning a road trip;
started a band;is collecting old maps;is teaching a child to swim;had a car accident;is in a long-distance relationship;
is cutting down on coffee;is redecorating a bedroom;inherited a piano;joined a book club;is running for the town council;
lost weight;is thinking about going back to university;is repairing a bicycle;is hosting relatives;signed up for a cooking class""".replace("\n", "").split(";")
TOPIC = """a family visit;food they like;music and concerts;films and series;their children;a holiday;money;health;sport;pets;
work trouble;a gift;the garden;old school friends;a new hobby;books;a house move;plans for the weekend;childhood memories;
a festival;cooking;technology;faith and traditions;a dream job;fears;a birthday;clothes;travel plans;the weather;art""".replace("\n", "").split(";")
PROJECT = """a budgeting app;a thesis on bird migration;a bakery's web shop;a kitchen renovation;a marathon training plan;
a move abroad;a podcast;a job search;a wedding for eighty guests;a garden redesign;a small game;a data pipeline at work;
a second-hand car purchase;a language course;a charity concert;a novel;a home network;a research survey;a diet plan;
a family tree;a start-up pitch;a school timetable;a photography portfolio;an inventory database;a camper van conversion;
an allotment;a driving licence;a website for a club;a retirement plan;a choir tour;an exam in statistics;a rental dispute""".replace("\n", "").split(";")
SEASON = ["January", "early spring", "April", "May", "June", "a hot July", "August", "September", "October", "November", "December"]
TONE = ["warm", "teasing", "hurried", "thoughtful", "worried", "excited", "matter-of-fact", "chatty", "dry"]


FRIENDS = """Write a {tone} text chat between {a} and {b}, who are {tie}, in {season}. {a}, a {work_a}, {life_a}. {b}, a {work_b}, {life_b}. They also talk about {topic}.
Write {n} numbered messages, one a line, in the form "1. {a}: ...". Each has one to four sentences of everyday words with concrete details: names, places, days, amounts, plans, opinions. Write nothing else."""
ASSISTANT = """Write a chat in which {a}, a {work_a} who {life_a}, asks an AI assistant for help with {project} over several days in {season}.
Write {n} numbered messages, one a line, in the form "1. {a}: ..." and "2. Assistant: ...". {a} gives many concrete details: names, dates, amounts, versions, decisions, changes of mind. Messages have two to five sentences. Write nothing else."""
ALONE = """Write what {a}, a {work_a} who {life_a}, tells an assistant about {topic} and about daily life in {season}: preferences, people, routines, plans, facts.
Write {n} numbered messages, one a line, in the form "1. {a}: ...". Each has one to three sentences in the first person, with concrete details, and each is about something else. Write nothing else."""
TIES = ["old friends", "sisters", "colleagues", "cousins", "neighbours", "flatmates", "a married couple", "childhood friends", "parent and grown-up child", "friends from a club"]

QUESTION = """Below is a message from a chat. Write two short questions that a friend could ask weeks later and that the message answers. Say who is meant by name, and use other words than the message where you can.

Message from Tara: "We finally got the keys to the flat on Elm Street, third floor, no lift, but the light is wonderful."
Where is Tara's new home?
What does Tara like about the place she moved to?

Message from Ben: "I can't do Thursdays anymore, my daughter has swimming at five."
Why is Ben busy on Thursdays?
Which sport does Ben's child do?

Message from {name}: "{text}"
"""


def chat_prompt(chance):
    a, b = chance.sample(NAMES, 2)
    fields = {
        "a": a, "b": b, "tone": chance.choice(TONE), "tie": chance.choice(TIES), "season": chance.choice(SEASON),
        "work_a": chance.choice(WORK), "work_b": chance.choice(WORK), "life_a": chance.choice(LIFE),
        "life_b": chance.choice(LIFE), "topic": chance.choice(TOPIC), "project": chance.choice(PROJECT), "n": chance.choice((8, 10, 12)),
    }
    return chance.choices((FRIENDS, ASSISTANT, ALONE), (0.6, 0.25, 0.15))[0].format(**fields)


MESSAGE = re.compile(r"^\s*\d{1,2}[.)]\s*\**([A-Z][\w .'-]{1,24}?)\**\s*:\s*\**\s*(.+)$")


def parse_chat(answer):
    """The turns of a chat the model wrote, or nothing where it kept to no form."""
    turns = []
    for line in answer.splitlines():
        found = MESSAGE.match(line)
        if found:
            text = re.sub(r"\s+", " ", found[2]).strip().strip('"“”').strip()
            if len(text.split()) >= 3:
                turns.append((found[1].strip(), text[:900]))
    if len(turns) < 4 or len({text for _, text in turns}) < len(turns):
        return None
    return turns


# A small model likes to ask about the examples it was shown instead of the message.
BORROWED = re.compile(r"\b(Ben|Tara|Elm Street|Thursdays|new home|new flat|moved to|which sport|sport does|friend:|the message)\b", re.I)


def parse_questions(answer):
    lines = (re.sub(r"^\W*(?:q(?:uestions?)?\s*\d*\**\s*:|\d{1,2}[.)]|[-*])?\s*", "", line, flags=re.I).strip().strip('"') for line in answer.splitlines())
    return list(dict.fromkeys(line for line in lines if line.endswith("?") and 3 <= len(line.split()) <= 30 and not BORROWED.search(line)))[:2]


def spoken(path, chance):
    """Chats of the training text: neighbouring turns of the same two speakers; single statements get company."""
    chats, turns, pair = [], [], set()
    for mode, source, text in corpus.read_rows(path, corpus.SHARE_ALIKE):
        if mode != "d" or source in ("wordnet", "gutenberg"):
            continue
        found = re.match(r"([A-Z][a-z]+|user|assistant): (.+)$", text)
        if source not in corpus.DIALOGUES and source != "persona" and chance.random() > 0.04:
            continue
        if found and re.search(r"(?:^| )[A-Z][a-z]+: ", found[2]):
            continue  # several turns in one row
        speaker, said = found.groups() if found else (chance.choice(NAMES), text)
        if source in corpus.DIALOGUES and found and len(pair | {speaker}) > 2 or len(turns) >= 8:
            chats.append(turns)
            turns, pair = [], set()
        pair.add(speaker)
        turns.append((speaker, said[:900]))
    chance.shuffle(chats)
    return chats


def write_chats(model, chance, seconds, batch, most):
    began, chats, longest = time.time(), [], 0.0
    while time.time() - began + longest < seconds:
        start = time.time()
        answers = model.write([chat_prompt(chance) for _ in range(batch)], most)
        longest = max(longest, time.time() - start)
        chats += [turns for turns in map(parse_chat, answers) if turns]
        print(f"{time.time() - began:.0f} s: {len(chats)} chats; the first answer:\n{answers[0]}", flush=True)
    return chats


def ask(model, chats, seconds, batch):
    """(chat, turn, question) for as many turns as there is time for."""
    turns = [(c, t) for c, chat in enumerate(chats) for t, (_, said) in enumerate(chat) if len(said.split()) >= 6]
    random.Random(3).shuffle(turns)
    began, longest, asked, at = time.time(), 0.0, [], 0
    while at < len(turns) and time.time() - began + longest < seconds:
        start = time.time()
        part = sorted(turns[at : at + batch], key=lambda ct: len(chats[ct[0]][ct[1]][1]))
        answers = model.write([QUESTION.format(name=chats[c][t][0], text=chats[c][t][1]) for c, t in part], 48, heat=0.8)
        for (c, t), answer in zip(part, answers):
            asked += [(c, t, question) for question in parse_questions(answer)]
        at += batch
        longest = max(longest, time.time() - start)
        print(f"{time.time() - began:.0f} s: {at} turns, {len(asked)} questions; {chats[c][t]} -> {answer!r}", flush=True)
    return asked


def main():
    from chat_model import ChatModel

    args = argparse.ArgumentParser()
    args.add_argument("folder")
    args.add_argument("text")
    args.add_argument("out")
    args.add_argument("--chat-seconds", type=float, default=80)
    args.add_argument("--ask-seconds", type=float, default=150)
    args.add_argument("--batch", type=int, default=2048)
    args.add_argument("--most", type=int, default=640)
    args.add_argument("--device", default="cuda")
    a = args.parse_args()
    began, chance = time.time(), random.Random(1)
    torch.manual_seed(1)
    model = ChatModel(a.folder, a.device)
    print(f"loaded in {time.time() - began:.0f} s", flush=True)
    written = write_chats(model, chance, a.chat_seconds, a.batch, a.most)
    chats = written + spoken(a.text, chance)[: 2 * len(written) + 64]
    asked = ask(model, chats, a.ask_seconds, 2 * a.batch)
    questions = [[] for _ in chats]
    for c, t, question in asked:
        questions[c].append((question, t))
    with open(a.out, "w", encoding="utf-8") as file:
        for turns, about in zip(chats, questions):
            if about or turns in written:
                file.write(json.dumps({"turns": turns, "questions": about}, ensure_ascii=False) + "\n")
    print(f"{len(written)} chats written, {len(asked)} questions in all", flush=True)


if __name__ == "__main__":
    main()
