import { nameKey } from './name-key.js';

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
/** Longer ones are sentences, not parts of addresses; a whole address in one column may be longer. */
const MAX_LENGTH = 500;

/** A part of an address, trimmed; '' when it says nothing. */
export function meant(text: string): string {
  if (text === '') return '';
  if (text.length > MAX_LENGTH) return text.slice(0, MAX_LENGTH).trim();
  const trimmed = text.trim();
  if (!LETTER_OR_DIGIT.test(trimmed)) return '';
  // Two letters are a code of a state ("NC", "ND").
  return trimmed.length > 2 && trimmed.length < 20 && WORDS.has(nameKey(trimmed)) ? '' : trimmed;
}
