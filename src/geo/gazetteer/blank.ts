/** Words for "no value" in seven languages, by key. */
const WORDS: ReadonlySet<string> = new Set(
  `na none null nil unknown notknown unspecified notspecified notapplicable notavailable undefined missing blank empty tbd tba tbc
  various several multiple other others misc any anywhere worldwide global nationwide international remote online virtual internet
  home homeoffice web nan x xx xxx xxxx test private confidential
  unbekannt keine keineangabe ka divers diverse verschiedene sonstige online weltweit
  inconnu inconnue aucun aucune neant autre autres divers nc nonrenseigne enligne adistance
  desconocido desconocida ninguno ninguna varios varias otro otros sindatos enlinea remoto nd
  sconosciuto sconosciuta nessuno nessuna vari altro altri nonnoto
  desconhecido desconhecida nenhum nenhuma outro outros semdados
  onbekend geen diverse anders overig nvt`.split(/\s+/),
);
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Fast test that most texts pass. */
const ASCII_WORD = /^[A-Za-z0-9]/;
/**
 * Longer texts are sentences rather than parts of an address; a whole address in one column may be longer.
 */
const MAX_LENGTH = 500;

/** Trims a part of an address; '' for a text without letters and digits. */
export function meant(text: string): string {
  if (text === '') return '';
  const trimmed = (text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) : text).trim();
  return ASCII_WORD.test(trimmed) || LETTER_OR_DIGIT.test(trimmed) ? trimmed : '';
}

/**
 * Tells whether a text means "no value". Texts of two letters are state codes ("NC", "ND").
 * @param key name key of the text
 */
export const isNoValue = (text: string, key: string): boolean => text.length > 2 && WORDS.has(key);
