//! What can be typed.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::commands;
use crate::exit::Failure;
use crate::output::{Manner, Output};
use crate::wire::Setup;

/// How help is laid out: what it is, how it is used, then everything there is to know.
pub const HELP: &str = "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

/// The long-term memory of your assistants, on this machine.
#[derive(Debug, Parser)]
#[command(
    name = "cofio",
    version,
    about = "The long-term memory of your assistants, on this machine",
    before_help = "\
Examples:
  cofio remember \"I'm vegetarian\"             tell it something once
  cofio recall \"vegetarian food\"              find it again
  cofio update vegetarian \"I eat fish now\"    correct it
  cofio list --as-of 2026-06-01               what held then
  cofio undo                                  take the last step back
",
    help_template = HELP,
    subcommand_required = true,
    arg_required_else_help = true,
    disable_help_subcommand = false,
    max_term_width = 110
)]
pub struct Cli {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Command,
}

/// What every command takes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Everywhere")]
pub struct Global {
    /// Keep everything in this folder (:memory: keeps nothing)
    #[arg(long, global = true, value_name = "FOLDER")]
    pub data_dir: Option<PathBuf>,
    /// Act in this space instead of your own
    #[arg(long, global = true, value_name = "NAME")]
    pub space: Option<String>,
    /// Write results as JSON
    #[arg(long, global = true)]
    pub json: bool,
    /// Write results as plain lines with tabs, without marks or colour
    #[arg(long, global = true, conflicts_with = "json")]
    pub plain: bool,
    /// Say nothing but results
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Say more
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub verbose: bool,
    /// No colour
    #[arg(long, global = true)]
    pub no_color: bool,
    /// Never ask; fail instead
    #[arg(long, global = true)]
    pub no_input: bool,
    /// Show what would happen and change nothing
    #[arg(short = 'n', long, global = true)]
    pub dry_run: bool,
    /// Yes to questions
    #[arg(short, long, global = true)]
    pub yes: bool,
}

impl Global {
    /// Settles how to write.
    pub fn output(&self) -> Output {
        let manner = match (self.json, self.plain) {
            (true, _) => Manner::Json,
            (_, true) => Manner::Plain,
            _ => Manner::Human,
        };
        Output::new(manner, self.quiet, self.verbose, self.no_color)
    }
}

/// Declares the commands: one line each, in the order help shows them.
macro_rules! commands {
    ($($name:ident => $type:path,)+) => {
        /// What can be done.
        #[derive(Debug, Subcommand)]
        #[allow(missing_docs, reason = "each command is documented by its type")]
        pub enum Command {
            $($name($type),)+
        }

        impl Command {
            /// Does it.
            pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
                match self {
                    $(Command::$name(command) => command.run(setup),)+
                }
            }
        }
    };
}

commands! {
    Remember => commands::remember::Remember,
    Recall => commands::recall::Recall,
    Context => commands::context::Context,
    List => commands::list::List,
    Show => commands::show::Show,
    Update => commands::update::Update,
    Edit => commands::edit::Edit,
    Confirm => commands::confirm::Confirm,
    Outcome => commands::outcome::Outcome,
    Set => commands::set::Set,
    Forget => commands::forget::Forget,
    Restore => commands::restore::Restore,
    Delete => commands::delete::Delete,
    Erase => commands::erase::Erase,
    Undo => commands::undo::Undo,
    Activity => commands::activity::Activity,
    History => commands::history::History,
    Why => commands::why::Why,
    Link => commands::link::Link,
    Unlink => commands::link::Unlink,
    Share => commands::share::Share,
    Unshare => commands::share::Unshare,
    Review => commands::review::Review,
    Proposals => commands::proposals::Proposals,
    Conflicts => commands::conflicts::Conflicts,
    Briefs => commands::briefs::Briefs,
    Entities => commands::entities::Entities,
    Tasks => commands::tasks::Tasks,
    Projects => commands::projects::Projects,
    Domains => commands::domains::Domains,
    Spaces => commands::spaces::Spaces,
    Record => commands::record::Record,
    Sessions => commands::sessions::Sessions,
    Import => commands::import::Import,
    Dates => commands::dates::Dates,
    Check => commands::check::Check,
    Lint => commands::lint::Lint,
    Model => commands::model::Model,
    Embed => commands::embed::Embed,
    Rerank => commands::rerank::Rerank,
    Consolidate => commands::consolidate::Consolidate,
    Compile => commands::compile::Compile,
    Rebuild => commands::rebuild::Rebuild,
    Jobs => commands::jobs::Jobs,
    Bench => commands::bench::Bench,
    Serve => commands::serve::Serve,
    Service => commands::service::Service,
    Mcp => commands::mcp::Mcp,
    Open => commands::open::Open,
    Stop => commands::stop::Stop,
    Key => commands::key::Key,
    User => commands::user::User,
    Stats => commands::stats::Stats,
    Metrics => commands::metrics::Metrics,
    Verify => commands::verify::Verify,
    Status => commands::status::Status,
    Doctor => commands::doctor::Doctor,
    Config => commands::config::Config,
    Completions => commands::completions::Completions,
    Man => commands::man::Man,
    Version => commands::version::Version,
}
