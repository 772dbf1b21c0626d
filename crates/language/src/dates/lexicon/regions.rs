//! What the name of a time zone tells about its people: which way the seasons run, and which number of a date comes first.

/// Zones, or whole prefixes of them, south of the equator.
const SOUTHERN: &str = "Australia/ Antarctica/ America/Argentina/ America/Araguaina America/Asuncion America/Bahia America/Belem \
    America/Buenos_Aires America/Campo_Grande America/Catamarca America/Cordoba America/Coyhaique America/Cuiaba \
    America/Eirunepe America/Fortaleza America/Guayaquil America/Jujuy America/La_Paz America/Lima \
    America/Maceio America/Manaus America/Mendoza America/Montevideo America/Noronha America/Porto_Acre \
    America/Porto_Velho America/Punta_Arenas America/Recife America/Rio_Branco America/Rosario America/Santarem \
    America/Santiago America/Sao_Paulo Atlantic/Ascension Atlantic/South_Georgia Atlantic/St_Helena \
    Atlantic/Stanley Africa/Blantyre Africa/Brazzaville Africa/Bujumbura Africa/Dar_es_Salaam Africa/Gaborone \
    Africa/Harare Africa/Johannesburg Africa/Kigali Africa/Kinshasa Africa/Luanda Africa/Lubumbashi \
    Africa/Lusaka Africa/Maputo Africa/Maseru Africa/Mbabane Africa/Nairobi Africa/Windhoek Asia/Dili \
    Asia/Jakarta Asia/Jayapura Asia/Makassar Asia/Ujung_Pandang Brazil/ Chile/ Indian/Antananarivo Indian/Chagos \
    Indian/Christmas Indian/Cocos Indian/Comoro Indian/Mahe Indian/Mauritius Indian/Mayotte Indian/Reunion \
    Pacific/Apia Pacific/Auckland Pacific/Bougainville Pacific/Chatham Pacific/Easter Pacific/Efate \
    Pacific/Fakaofo Pacific/Fiji Pacific/Funafuti Pacific/Galapagos Pacific/Gambier Pacific/Guadalcanal \
    Pacific/Marquesas Pacific/Nauru Pacific/Niue Pacific/Norfolk Pacific/Noumea Pacific/Pago_Pago \
    Pacific/Pitcairn Pacific/Port_Moresby Pacific/Rarotonga Pacific/Samoa Pacific/Tahiti Pacific/Tongatapu \
    Pacific/Wallis NZ";

/// Zones, or whole prefixes of them, where 3/4 is the fourth of March.
const MONTH_FIRST: &str = "America/Adak America/Anchorage America/Atka America/Boise America/Chicago America/Denver America/Detroit \
    America/Fort_Wayne America/Indiana/ America/Indianapolis America/Juneau America/Kentucky/ America/Knox_IN \
    America/Los_Angeles America/Louisville America/Menominee America/Metlakatla America/New_York America/Nome \
    America/North_Dakota/ America/Phoenix America/Puerto_Rico America/Shiprock America/Sitka America/St_Thomas \
    America/Toronto America/Virgin America/Yakutat Asia/Manila Pacific/Guam Pacific/Honolulu Pacific/Johnston \
    Pacific/Saipan US/ EST CST MST PST HST";

/// Whether winter falls in July there. A zone without a name is taken for a northern one, where most people live.
pub(crate) fn is_southern(zone: Option<&str>) -> bool {
    zone.is_some_and(|zone| listed(SOUTHERN, zone))
}

/// Whether the month is written before the day there. Without a place (UTC, a bare offset) it is, because the
/// English of machines and of most of the web is American.
pub(crate) fn is_month_first(zone: Option<&str>) -> bool {
    zone.is_none_or(|zone| !zone.contains('/') || zone.starts_with("Etc/") || listed(MONTH_FIRST, zone))
}

fn listed(zones: &str, zone: &str) -> bool {
    zones.split(' ').any(|entry| if entry.ends_with('/') { zone.starts_with(entry) } else { zone == entry })
}
