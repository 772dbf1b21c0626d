//! `cofio service`

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cofio_engine::Error;

use crate::args::HELP;
use crate::exit::Failure;
use crate::output::Style;
use crate::wire::Setup;

/// Serve from login on: install, uninstall
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio service install             serve from now on, and from every login on
  cofio service install --print     show what would be written, and where
  cofio service install -- --port 8080 --require-key
  cofio service uninstall
It runs as you, may write where your memories are and nowhere else, and is started again if it breaks.
")]
pub struct Service {
    #[command(subcommand)]
    action: ServiceAction,
}

#[derive(Debug, clap::Subcommand)]
enum ServiceAction {
    /// Serve from now on, and from every login on
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio service install
  cofio service install --print
")]
    Install {
        /// Show what would be written, and write nothing
        #[arg(long)]
        print: bool,
        /// Write it, and do not start it
        #[arg(long)]
        no_start: bool,
        /// What `cofio serve` is told, after --
        #[arg(last = true, value_name = "FLAGS")]
        flags: Vec<String>,
    },
    /// Serve no more
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio service uninstall
")]
    Uninstall,
}

/// What looks after services here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keeper {
    Systemd,
    Launchd,
}

/// What the service is called where names go from the large to the small.
const LABEL: &str = "dev.cofio.serve";

impl Keeper {
    fn here() -> Keeper {
        if cfg!(target_os = "macos") { Keeper::Launchd } else { Keeper::Systemd }
    }

    /// Returns the file it reads.
    fn file(self) -> PathBuf {
        let home = || std::env::var_os("HOME").map_or_else(|| PathBuf::from("."), PathBuf::from);
        match self {
            Keeper::Launchd => home().join("Library/LaunchAgents").join(format!("{LABEL}.plist")),
            Keeper::Systemd => {
                let config = std::env::var_os("XDG_CONFIG_HOME").filter(|folder| !folder.is_empty());
                config.map_or_else(|| home().join(".config"), PathBuf::from).join("systemd/user/cofio.service")
            }
        }
    }

    fn starting(self, file: &Path) -> Vec<Vec<String>> {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
        match self {
            Keeper::Systemd => {
                vec![words("systemctl --user daemon-reload"), words("systemctl --user enable --now cofio")]
            }
            Keeper::Launchd => vec![[words("launchctl load -w"), vec![file.display().to_string()]].concat()],
        }
    }

    fn stopping(self, file: &Path) -> Vec<Vec<String>> {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
        match self {
            Keeper::Systemd => vec![words("systemctl --user disable --now cofio")],
            Keeper::Launchd => vec![[words("launchctl unload -w"), vec![file.display().to_string()]].concat()],
        }
    }

    fn logs(self) -> &'static str {
        match self {
            Keeper::Systemd => "journalctl --user -u cofio -f",
            Keeper::Launchd => "log stream --predicate 'process == \"cofio\"'",
        }
    }
}

/// What is to be run, and where it may write.
struct Plan {
    command: Vec<String>,
    writes: Vec<PathBuf>,
}

impl Service {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let keeper = Keeper::here();
        let file = keeper.file();
        let output = &setup.output;
        let mark = output.paint.paint(Style::Good, "✓");
        match &self.action {
            ServiceAction::Install { print, no_start, flags } => {
                let text = keeper.written(&plan(setup, flags)?);
                if *print || setup.global.dry_run {
                    output.message(&format!("in {}:", file.display()));
                    output.line(text.trim_end());
                    return Ok(());
                }
                crate::config::write_file(&file, &text)?;
                output.human(&format!("{mark} Written: {}", file.display()));
                if *no_start || !all_run(&keeper.starting(&file)) {
                    let commands: Vec<String> = keeper.starting(&file).iter().map(|words| words.join(" ")).collect();
                    output.message(&format!("it is not started; to start it:  {}", commands.join(" && ")));
                    return Ok(());
                }
                output.human(&format!("{mark} Started, now and at every login"));
                output.human(&format!("  what it says:  {}", keeper.logs()));
                Ok(())
            }
            ServiceAction::Uninstall => {
                if !file.exists() {
                    return Err(Failure::Engine(Error::NotFound { what: "service", text: file.display().to_string() }));
                }
                if setup.global.dry_run {
                    output.human(&format!("{} would be removed (dry run: nothing was changed)", file.display()));
                    return Ok(());
                }
                // Where it does not run, it need not be stopped.
                all_run(&keeper.stopping(&file));
                std::fs::remove_file(&file).map_err(|error| Failure::Other(error.into()))?;
                output.human(&format!("{mark} Removed: {}", file.display()));
                Ok(())
            }
        }
    }
}

fn plan(setup: &Setup, flags: &[String]) -> Result<Plan, Failure> {
    let program = std::env::current_exe().map_err(|error| Failure::Other(error.into()))?;
    let config = setup.config()?;
    let Some(data) = config.data_dir() else {
        return Err(Failure::usage("what is kept nowhere needs no service"));
    };
    let data = std::path::absolute(&data).map_err(|error| Failure::Other(error.into()))?;
    let words = [program.display().to_string(), "--data-dir".into(), data.display().to_string(), "serve".into()];
    let command = words.into_iter().chain(["--no-open".to_owned()]).chain(flags.iter().cloned()).collect();
    let settings = setup.paths.user_file().parent().map(Path::to_path_buf);
    Ok(Plan { command, writes: [Some(data), settings].into_iter().flatten().collect() })
}

/// Runs commands one after the other, until one fails.
fn all_run(commands: &[Vec<String>]) -> bool {
    commands.iter().all(|words| {
        let Some((program, arguments)) = words.split_first() else { return false };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    })
}

impl Keeper {
    fn written(self, plan: &Plan) -> String {
        match self {
            Keeper::Systemd => unit(plan),
            Keeper::Launchd => property_list(plan),
        }
    }
}

fn unit(plan: &Plan) -> String {
    // A word in quotes keeps its spaces; a percent sign would be read as one of the keeper's own.
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%"));
    let command: Vec<String> = plan.command.iter().map(|word| quoted(word)).collect();
    // A folder that is not there yet is no reason not to start.
    let writes: Vec<String> = plan.writes.iter().map(|path| quoted(&format!("-{}", path.display()))).collect();
    format!(
        "[Unit]\nDescription=Cofio: your assistants' memory\n\n[Service]\n\
         ExecStart={}\nRestart=on-failure\nRestartSec=2\nTimeoutStopSec=20\nUMask=0077\nNoNewPrivileges=yes\n\
         PrivateTmp=yes\nProtectSystem=strict\nProtectHome=read-only\nReadWritePaths={}\nProtectKernelTunables=yes\n\
         ProtectControlGroups=yes\nRestrictSUIDSGID=yes\nLockPersonality=yes\nMemoryDenyWriteExecute=yes\n\
         RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX\nSystemCallArchitectures=native\n\n[Install]\n\
         WantedBy=default.target\n",
        command.join(" "),
        writes.join(" ")
    )
}

fn property_list(plan: &Plan) -> String {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let words: Vec<String> =
        plan.command.iter().map(|word| format!("        <string>{}</string>\n", escaped(word))).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \
         \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\">\n<dict>\n    <key>Label</key>\n    \
         <string>{LABEL}</string>\n    <key>ProgramArguments</key>\n    <array>\n{}    </array>\n    \
         <key>RunAtLoad</key>\n    <true/>\n    <key>KeepAlive</key>\n    <dict>\n        \
         <key>SuccessfulExit</key>\n        <false/>\n    </dict>\n    <key>Umask</key>\n    <integer>63</integer>\n\
         </dict>\n</plist>\n",
        words.concat()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_spaces_and_marks_stay_one_word() {
        let plan = Plan {
            command: vec!["/opt/my apps/cofio".into(), "--data-dir".into(), "/home/a&b/100%".into()],
            writes: vec!["/home/a&b/100%".into()],
        };
        let unit = unit(&plan);
        assert!(unit.contains("ExecStart=\"/opt/my apps/cofio\" \"--data-dir\" \"/home/a&b/100%%\"\n"), "{unit}");
        assert!(unit.contains("ReadWritePaths=\"-/home/a&b/100%%\"\n"), "{unit}");
        let list = property_list(&plan);
        assert!(list.contains("<string>/home/a&amp;b/100%</string>"), "{list}");
    }
}
