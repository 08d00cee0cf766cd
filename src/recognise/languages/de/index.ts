import type { LanguageData } from '../language.js';
import { concepts } from './concepts.js';

/**
 * The words stand with ae, oe and ue, as some headers have them; as most have them they are folded:
 * `Öffnungszeiten` is `offnungszeiten`. Behind a, e and q, ue is no ü: `mauer`, `neu`, `quelle`.
 */
const UMLAUTS = /([ao])e|(?<![aeq])(u)e/g;

export const de: LanguageData = {
  concepts,
  respelled: (key) => key.replace(UMLAUTS, '$1$2'),
  homes: [[45, 5, 56, 18]],
  lineNumbers: { zwei: 2 },
  headers: {
    heads: 'adresse|strasse|nummer|kategorie|bezeichnung|typ|foto|bild|datum|anzahl|zahl|platz',
    links: 's|n|en|es|e',
    plurals: 'en=|n=|e=',
    origins: 'begin|von',
    destinations: 'bis|ende',
    questions: 'was|welche|welcher|welches',
    counties: 'landkreis|kreis|lkr|lk|stadtkreis|bezirk|politischerbezirk|verwaltungsbezirk',
    statesOrStatuses: 'bl|kt|land',
    mainKinds: 'kategorie|typ|art',
    minorKinds: 'unter',
    parties: 'kunde|kunden|mitglied|lieferant|partner|patient|person',
    contacts: 'kontakt|ansprech',
    whole: 'voll|gesamt',
    titles: 'titel',
  },
  patterns: {
    lat: '(?:geogr)?(?:breite|breitengrad)',
    lng: '(?:geogr)?(?:laenge|laengengrad|lange)',
    lat_lng: 'koordinaten',
    name: 'name|bezeichnung|titel',
    street: 'strasse|adresse',
    city: 'ort|stadt|wohnort',
    state: 'bundesland',
    county: 'landkreis',
    zip: 'plz|postleitzahl',
    country: 'land',
    category: 'kategorie',
  },
  axes: {
    lat: 'breitengrad|breite',
    lng: 'laengengrad|langengrad|laenge|lange',
    degrees: 'grad',
    minutes: 'minuten|minute',
    seconds: 'sekunden|sekunde',
    direction: 'himmelsrichtung|richtung|hemisphaere|hemisphare',
    unsureSeconds: 'sek',
    links: 'der',
  },
  values: {
    streetTypes:
      'strasse|str|weg|platz|allee|gasse|ring|damm|ufer|chaussee|markt|steig|stieg|pfad|promenade|graben',
    streetEndings: 'ring|steig|stieg|markt|hof|kamp|graben|wall|berg|feld|tor',
    firmStreetEndings: 'strasse|str|weg|platz|gasse|allee|damm|ufer|chaussee',
    legalForms: 'gmbh|ag|kg|ohg|ug|ev|eg|sankt|st',
    suites: 'nr|top|og|eg',
    subdivisions: 'kanton|land|region',
    months: 'mai|okt|dez',
    yesNo: 'ja|nein|j|wahr|falsch',
    colors: 'rot|gruen|grun|blau|gelb|lila|schwarz|weiss|grau|braun|orange',
  },
  footers: {
    totals:
      'gesamt|summe|gesamtsumme|insgesamt|zwischensumme|gesamtergebnis|durchschnitt|mittelwert|anzahl|endsumme|summe gesamt',
    sources: 'quellen?|datenquelle',
    notes:
      'hinweise?|anmerkung(?:en)?|legende|fussnoten?|erlauterung(?:en)?|stand|datenstand|bemerkung(?:en)?',
    made: 'erstellt|exportiert|gedruckt|erzeugt|aktualisiert|abgerufen|heruntergeladen|letzte aktualisierung',
    madeBy: 'am|von|mit|um|durch',
    pages: 'seite',
    pagesOf: 'von',
    ends: 'ende',
    endsOf: 'der',
    counted: 'zeilen|datensatze|eintrage',
    found: 'gefunden',
    beginnings: 'diese (?:liste|tabelle|datei) |dieser bericht |weitere informationen|ruckfragen',
  },
  units: {
    degrees: 'dezimalgrad|grad',
    others: 'tsd. €|mio. €|minuten|stunden|tage|jahre|anzahl|stuck|personen|einwohner|tt.mm.jjjj|jjjj-mm-tt',
    types: 'zahl|ganzzahl|datum',
  },
};
