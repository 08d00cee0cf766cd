/** Label of a row that sums up others, folded, without what follows a colon or stands in brackets. */
const TOTAL =
  /^(?:(?:grand|overall|sub|running|net)[ -]?)?totals?(?: (?:general|generale|geral|general(?:e|es)?|generaux|rows?|records?|count|sum|number|all|overall|net|brut|global))?$|^(?:sum|average|mean|count|total|overall|all)$|^(?:gesamt|summe|gesamtsumme|insgesamt|zwischensumme|gesamtergebnis|durchschnitt|mittelwert|anzahl|endsumme|summe gesamt)$|^(?:somme|ensemble|moyenne|sous-total)$|^(?:suma|promedio|media|subtotal)$|^(?:somma|totale|totali|totale complessivo|subtotale|totale generale)$|^(?:soma|subtotal|total geral)$|^(?:totaal|subtotaal|eindtotaal|som|gemiddelde|totalen)$|^(?:summa|totalt|i alt|sum|razem|suma|ogolem|celkem|osszesen|toplam|итого|всего|合計|总计|合计|小計|계|합계)$/;

/** What a line below a table begins with, folded. */
const FOOTER = new RegExp(
  [
    // Each with a colon or alone.
    '^(?:data ?)?(?:sources?|source of data|quellen?|datenquelle|fuentes?|fontes?|fonte|fonti|bron|bronnen|kalla|zrodlo|kilde|sources? des donnees)(?: *[:：]|$)',
    '^(?:foot)?notes?(?: *\\d+)?(?: *[:：.)]|$)|^n\\.?b\\.?(?: *[:：]|$)',
    '^(?:hinweise?|anmerkung(?:en)?|legende|fussnoten?|erlauterung(?:en)?|stand|datenstand|bemerkung(?:en)?)(?: *[:：]|$)',
    '^(?:remarques?|nota|notas|note|legende|observaciones|nota bene|avvertenza|avvertenze|opmerking(?:en)?|toelichting|legenda|peildatum|observacoes|observacao|legend|key|remarks?|comments?|disclaimer|definitions?|abbreviations?)(?: *[:：]|$)',
    // Who made the file, and when.
    '^(?:generated|exported|created|printed|downloaded|extracted|retrieved|last updated|updated|report (?:generated|created|run)|data as of|as of|prepared|compiled|produced)\\b.{0,20}(?: (?:on|by|at|from|with|in)\\b|[:：]|\\d)',
    '^(?:erstellt|exportiert|gedruckt|erzeugt|aktualisiert|abgerufen|heruntergeladen|letzte aktualisierung)\\b.{0,20}(?: (?:am|von|mit|um|durch)\\b|[:：]|\\d)',
    '^(?:genere|exporte|imprime|edite|mis a jour|extrait|derniere mise a jour)\\b.{0,20}(?: (?:le|par|du|avec)\\b|[:：]|\\d)',
    '^(?:generado|exportado|impreso|actualizado|ultima actualizacion|gerado|atualizado|ultima atualizacao|generato|esportato|stampato|aggiornato|ultimo aggiornamento|gegenereerd|geexporteerd|bijgewerkt|laatst bijgewerkt)\\b.{0,20}(?: (?:el|por|em|il|da|op|door|al)\\b|[:：]|\\d)',
    '^(?:©|\\(c\\)|copyright\\b)',
    '^(?:page|seite|pagina|pagine|pag\\.?|p\\.)\\s*\\d+(?:\\s*(?:of|von|de|di|van|sur|/)\\s*\\d+)?$',
    '^[-–—=*# ]*(?:end|ende|fin|fine|fim|einde)(?: (?:of|der|du|de|del|della|van)\\b.{0,30})?[-–—=*# .]*$',
    '^\\(?\\d[\\d.,]* (?:rows?|records?|entries|results?|items|zeilen|datensatze|eintrage|lignes|enregistrements|filas|registros|righe|record|linhas|rijen)(?: (?:affected|selected|found|total|returned|gefunden))?[.)]*$',
    '^(?:this (?:file|list|report|table|document|data) |diese (?:liste|tabelle|datei) |dieser bericht |ce (?:fichier|tableau|document) |cette liste |este (?:archivo|informe|documento|listado) |esta lista )',
    '^(?:for (?:more |further )?(?:information|questions|details)|contact us|questions\\?|weitere informationen|ruckfragen|pour plus d)',
    // Signs of footnotes.
    '^(?:\\*{1,3}|†|‡|¹|²|³)\\)? ?\\p{L}',
    '^(?:\\d|[a-z])\\) \\p{L}.{15}',
  ].join('|'),
  'u',
);

/** @param folded text without accents, in lower case */
export function isTotalLabel(folded: string): boolean {
  const label = folded
    .replace(/\([^()]*\)/g, '')
    .replace(/[:：].*$/, '')
    .replace(/^[\s*–—-]+|[\s*=–—.-]+$/g, '')
    .replace(/(?<!\s)\s+(?:19|20)\d\d$/, '')
    .trim();
  return TOTAL.test(label);
}

export const isFooterText = (folded: string): boolean => FOOTER.test(folded);
