/** What people write where they have nothing to write, in seven languages, by key. */
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
/** Nearly all, told faster. */
const ASCII_WORD = /^[A-Za-z0-9]/;
/** Longer ones are sentences, not parts of addresses; a whole address in one column may be longer. */
const MAX_LENGTH = 500;

/** A part of an address, trimmed; '' without letters and digits. */
export function meant(text: string): string {
  if (text === '') return '';
  const trimmed = (text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) : text).trim();
  return ASCII_WORD.test(trimmed) || LETTER_OR_DIGIT.test(trimmed) ? trimmed : '';
}

/** Whether a text says nothing. Two letters are a code of a state ("NC", "ND"). @param key its key */
export const isBlank = (text: string, key: string): boolean => text.length > 2 && WORDS.has(key);
