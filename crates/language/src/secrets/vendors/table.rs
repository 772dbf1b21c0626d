//! The keys that are known by their first characters, one line each.

use super::super::SecretKind::{ApiKey, PrivateKey, RecoveryCode, Token};
use super::Alphabet::{Alphanumeric, Base58, Base64, Capitals, Dotted, Hex, Word};
use super::Vendor;

macro_rules! vendors {
    ($($kind:ident $prefix:literal $alphabet:ident $at_least:literal $what:literal;)*) => {
        &[$(Vendor {
            prefix: $prefix,
            alphabet: $alphabet,
            at_least: $at_least,
            kind: $kind,
            reason: concat!("looks like ", $what),
        }),*]
    };
}

pub(in super::super) const VENDORS: &[Vendor] = vendors! {
    // Models and what is built around them.
    ApiKey "sk-" Word 16 "an API key of OpenAI or a compatible service";
    ApiKey "sk-proj-" Word 12 "an OpenAI API key";
    ApiKey "sk-svcacct-" Word 12 "an OpenAI service account key";
    ApiKey "sk-admin-" Word 12 "an OpenAI admin key";
    ApiKey "sk-ant-" Word 12 "an Anthropic API key";
    ApiKey "sk-or-" Word 16 "an OpenRouter API key";
    ApiKey "hf_" Alphanumeric 16 "a Hugging Face token";
    ApiKey "api_org_" Alphanumeric 16 "a Hugging Face token";
    ApiKey "r8_" Alphanumeric 20 "a Replicate API token";
    ApiKey "gsk_" Alphanumeric 20 "a Groq API key";
    ApiKey "xai-" Alphanumeric 20 "an xAI API key";
    ApiKey "pplx-" Alphanumeric 20 "a Perplexity API key";
    ApiKey "csk-" Alphanumeric 24 "a Cerebras API key";
    ApiKey "nvapi-" Word 20 "an NVIDIA API key";
    ApiKey "fw_" Alphanumeric 20 "a Fireworks API key";
    ApiKey "tgp_v1_" Word 20 "a Together API key";
    ApiKey "pa-" Word 36 "a Voyage API key";
    ApiKey "jina_" Word 24 "a Jina API key";
    ApiKey "tvly-" Word 16 "a Tavily API key";
    ApiKey "fc-" Hex 28 "a Firecrawl API key";
    ApiKey "pcsk_" Word 24 "a Pinecone API key";
    ApiKey "lsv2_" Word 24 "a LangSmith API key";
    ApiKey "wandb_v1_" Word 24 "a Weights & Biases API key";
    ApiKey "rpa_" Alphanumeric 24 "a RunPod API key";
    ApiKey "e2b_" Hex 24 "an E2B API key";
    ApiKey "bb_live_" Word 16 "a Browserbase API key";
    ApiKey "esecret_" Alphanumeric 20 "an Anyscale API key";
    ApiKey "sk_" Hex 32 "an API key";
    // Clouds, hosting and databases.
    ApiKey "AKIA" Capitals 12 "an AWS access key";
    ApiKey "ASIA" Capitals 12 "a temporary AWS access key";
    ApiKey "ABSK" Base64 40 "an Amazon Bedrock API key";
    Token "IQoJb3JpZ2lu" Base64 40 "an AWS session token";
    Token "FwoGZXIvYXdz" Base64 40 "an AWS session token";
    ApiKey "AIza" Word 28 "a Google API key";
    Token "ya29." Word 16 "a Google OAuth token";
    Token "1//0" Word 28 "a Google refresh token";
    ApiKey "GOCSPX-" Word 16 "a Google OAuth client secret";
    ApiKey "GOOG1E" Capitals 40 "a Google storage key";
    ApiKey "LTAI" Alphanumeric 14 "an Alibaba Cloud access key";
    ApiKey "AKID" Alphanumeric 28 "a Tencent Cloud access key";
    ApiKey "AQVN" Word 32 "a Yandex Cloud API key";
    ApiKey "dop_v1_" Hex 32 "a DigitalOcean token";
    ApiKey "doo_v1_" Hex 32 "a DigitalOcean token";
    ApiKey "dor_v1_" Hex 32 "a DigitalOcean token";
    ApiKey "HRKU-" Word 30 "a Heroku API key";
    ApiKey "cfut_" Word 24 "a Cloudflare API token";
    ApiKey "cfat_" Word 24 "a Cloudflare API token";
    ApiKey "fo1_" Word 30 "a Fly.io token";
    ApiKey "FlyV1 fm" Base64 40 "a Fly.io token";
    ApiKey "vercel_blob_rw_" Word 20 "a Vercel token";
    ApiKey "vcp_" Alphanumeric 24 "a Vercel token";
    ApiKey "nfp_" Alphanumeric 24 "a Netlify token";
    ApiKey "rnd_" Alphanumeric 24 "a Render API key";
    ApiKey "sbp_" Hex 32 "a Supabase access token";
    ApiKey "sb_secret_" Word 20 "a Supabase secret key";
    ApiKey "pscale_tkn_" Dotted 24 "a PlanetScale token";
    ApiKey "pscale_pw_" Dotted 24 "a PlanetScale password";
    ApiKey "napi_" Alphanumeric 32 "a Neon API key";
    ApiKey "npg_" Alphanumeric 10 "a Neon database password";
    ApiKey "xau_" Alphanumeric 24 "a Xata API key";
    ApiKey "dapi" Hex 32 "a Databricks token";
    ApiKey "hvs." Word 20 "a HashiCorp Vault token";
    ApiKey "hvb." Word 20 "a HashiCorp Vault token";
    ApiKey "hvr." Word 20 "a HashiCorp Vault token";
    ApiKey "dp.pt." Alphanumeric 30 "a Doppler token";
    ApiKey "dp.st." Dotted 30 "a Doppler token";
    ApiKey "dp.ct." Alphanumeric 30 "a Doppler token";
    ApiKey "dp.sa." Alphanumeric 30 "a Doppler token";
    ApiKey "pul-" Hex 32 "a Pulumi token";
    ApiKey "tskey-" Word 16 "a Tailscale key";
    ApiKey "ops_eyJ" Base64 60 "a 1Password service account token";
    RecoveryCode "A3-" Word 26 "a 1Password secret key";
    // Code hosting, packages and builds.
    ApiKey "ghp_" Alphanumeric 16 "a GitHub token";
    ApiKey "gho_" Alphanumeric 16 "a GitHub OAuth token";
    ApiKey "ghu_" Alphanumeric 16 "a GitHub user token";
    ApiKey "ghs_" Alphanumeric 16 "a GitHub server token";
    ApiKey "ghr_" Alphanumeric 16 "a GitHub refresh token";
    ApiKey "github_pat_" Word 20 "a GitHub access token";
    ApiKey "glpat-" Dotted 14 "a GitLab access token";
    ApiKey "gldt-" Word 14 "a GitLab deploy token";
    ApiKey "glrt-" Dotted 14 "a GitLab runner token";
    ApiKey "glcbt-" Word 14 "a GitLab job token";
    ApiKey "glptt-" Word 20 "a GitLab trigger token";
    ApiKey "glft-" Word 14 "a GitLab feed token";
    ApiKey "GR1348941" Word 16 "a GitLab runner token";
    ApiKey "ATATT3" Base64 30 "an Atlassian API token";
    ApiKey "ATCTT3" Base64 30 "an Atlassian API token";
    ApiKey "ATBB" Alphanumeric 24 "a Bitbucket app password";
    ApiKey "ATTA" Alphanumeric 40 "a Trello token";
    ApiKey "npm_" Alphanumeric 24 "an npm token";
    ApiKey "pypi-" Word 30 "a PyPI token";
    ApiKey "rubygems_" Hex 32 "a RubyGems API key";
    ApiKey "cio" Alphanumeric 32 "a crates.io token";
    ApiKey "oy2" Alphanumeric 40 "a NuGet API key";
    ApiKey "dckr_pat_" Word 16 "a Docker access token";
    ApiKey "CLOJARS_" Hex 40 "a Clojars token";
    ApiKey "AKCp" Alphanumeric 50 "an Artifactory API key";
    ApiKey "sqp_" Hex 32 "a SonarQube token";
    ApiKey "squ_" Hex 32 "a SonarQube token";
    ApiKey "CCIPAT_" Word 24 "a CircleCI token";
    ApiKey "bkua_" Alphanumeric 24 "a Buildkite token";
    ApiKey "PMAK-" Word 24 "a Postman API key";
    ApiKey "sntrys_" Base64 30 "a Sentry token";
    ApiKey "sntryu_" Hex 32 "a Sentry token";
    ApiKey "glsa_" Word 24 "a Grafana token";
    ApiKey "glc_" Base64 32 "a Grafana Cloud token";
    ApiKey "NRAK-" Alphanumeric 20 "a New Relic API key";
    ApiKey "NRII-" Word 20 "a New Relic insert key";
    ApiKey "dt0c01." Dotted 40 "a Dynatrace token";
    ApiKey "hcaik_" Alphanumeric 24 "a Honeycomb key";
    ApiKey "phx_" Alphanumeric 24 "a PostHog personal key";
    ApiKey "sgp_" Word 32 "a Segment or Sourcegraph token";
    ApiKey "sdk-" Word 36 "a LaunchDarkly key";
    ApiKey "n8n_api_" Word 24 "an n8n API key";
    // Money and shops.
    ApiKey "sk_live_" Word 10 "a Stripe secret key";
    ApiKey "sk_test_" Word 10 "a Stripe test key";
    ApiKey "rk_live_" Word 10 "a Stripe restricted key";
    ApiKey "rk_test_" Word 10 "a Stripe restricted test key";
    ApiKey "whsec_" Base64 16 "a webhook signing secret";
    ApiKey "sq0atp-" Word 16 "a Square access token";
    ApiKey "sq0csp-" Word 24 "a Square client secret";
    ApiKey "EAAA" Word 50 "a Square access token";
    ApiKey "EAA" Alphanumeric 60 "a Facebook access token";
    ApiKey "access_token$" Base64 10 "a Braintree access token";
    ApiKey "access-production-" Word 30 "a Plaid access token";
    ApiKey "access-sandbox-" Word 30 "a Plaid access token";
    ApiKey "shpat_" Hex 24 "a Shopify access token";
    ApiKey "shpca_" Hex 24 "a Shopify access token";
    ApiKey "shppa_" Hex 24 "a Shopify app password";
    ApiKey "shpss_" Hex 24 "a Shopify shared secret";
    ApiKey "rzp_live_" Alphanumeric 12 "a Razorpay key";
    ApiKey "FLWSECK" Word 24 "a Flutterwave secret key";
    ApiKey "shippo_live_" Hex 24 "a Shippo token";
    ApiKey "EZAK" Alphanumeric 40 "an EasyPost key";
    ApiKey "duffel_live_" Word 30 "a Duffel token";
    // Messages and mail.
    Token "xoxb-" Word 16 "a Slack bot token";
    Token "xoxp-" Word 16 "a Slack user token";
    Token "xoxa-" Word 16 "a Slack token";
    Token "xoxr-" Word 16 "a Slack token";
    Token "xoxs-" Word 16 "a Slack token";
    Token "xoxc-" Word 16 "a Slack token";
    Token "xoxd-" Base64 16 "a Slack token";
    Token "xoxe-" Word 16 "a Slack token";
    Token "xoxe.xox" Word 16 "a Slack token";
    Token "xapp-" Word 16 "a Slack app token";
    ApiKey "SG." Dotted 30 "a SendGrid API key";
    ApiKey "key-" Hex 32 "a Mailgun API key";
    ApiKey "xkeysib-" Word 40 "a Brevo API key";
    ApiKey "xsmtpsib-" Word 40 "a Brevo SMTP key";
    ApiKey "re_" Word 20 "a Resend API key";
    ApiKey "mlsn." Hex 40 "a MailerSend token";
    ApiKey "SK" Hex 32 "a Twilio API key";
    ApiKey "nyk_v0_" Word 24 "a Nylas API key";
    ApiKey "IGQV" Word 60 "an Instagram token";
    ApiKey "AAAAAAAAAAAAAAAAAAAAA" Base64 40 "a bearer token of X";
    // Work.
    ApiKey "secret_" Alphanumeric 32 "a Notion token";
    ApiKey "ntn_" Alphanumeric 32 "a Notion token";
    ApiKey "lin_api_" Alphanumeric 24 "a Linear API key";
    ApiKey "lin_oauth_" Alphanumeric 24 "a Linear token";
    ApiKey "figd_" Word 24 "a Figma token";
    ApiKey "pat-na1-" Word 30 "a HubSpot token";
    ApiKey "pat-eu1-" Word 30 "a HubSpot token";
    ApiKey "sl." Word 80 "a Dropbox token";
    ApiKey "CFPAT-" Word 30 "a Contentful token";
    ApiKey "tfp_" Word 30 "a Typeform token";
    ApiKey "rdme_" Alphanumeric 40 "a ReadMe key";
    ApiKey "SSWS " Word 24 "an Okta API token";
    ApiKey "sk.eyJ" Dotted 30 "a secret Mapbox token";
    ApiKey "aio_" Alphanumeric 24 "an Adafruit key";
    ApiKey "glagent-" Word 24 "a GitLab agent token";
    // Keys to wallets and files.
    PrivateKey "AGE-SECRET-KEY-1" Capitals 30 "an age secret key";
    PrivateKey "xprv" Base58 80 "an extended private key of a wallet";
    PrivateKey "yprv" Base58 80 "an extended private key of a wallet";
    PrivateKey "zprv" Base58 80 "an extended private key of a wallet";
    PrivateKey "tprv" Base58 80 "an extended private key of a wallet";
    PrivateKey "nsec1" Alphanumeric 50 "a Nostr private key";
    PrivateKey "ed25519:" Base58 80 "a private key";
};
