import type { Candidates } from './candidates.js';
import type { Gazetteer } from './gazetteer.js';
import { quoted } from './messages.js';
import type { Place, Unplaced } from './place.js';
import type { Request } from './request.js';

/**
 * Countries by their FIPS 10-4 code where ISO 3166 gives the code to another country or to none, as `FIPS`
 * and `ISO` without a separator. Files of the government of the United States, and older GNS and GNIS
 * extracts, have them.
 */
const CODES =
  'AAAW ACAG AGDZ AJAZ ANAD AQAS ASAU AUAT AVAI AYAQ BABH BCBW BDBM BFBS BGBD BHBZ BKBA BLBO BMMM BNBJ BOBY BPSB BUBG BXBN BYBI CBKH CDTD CELK CFCG CGCD CHCN CICL CJKY CKCC CNKM CQMP CSCR CTCF CWCK DADK DODM DRDO EIIE EKGQ ENEE ESSV EZCZ FGGF FPPF GAGM GBGA GGGE GJGD GKGG GMDE GQGU GVGN GZPS HAHT HOHN ICIS ISIL IVCI IZIQ JAJP KNKP KRKI KSKR KUKW KVXK LELB LGLV LHLT LILR LOSK LSLI LTLS MAMG MBMQ MCMO MFYT MGMN MHMS MIMW MJME MNMC MOMA MPMU MUOM NGNE NHVU NING NNSX NSSR NUNI ODSS PAPY PCPN PMPA POPT PPPG PSPW PUGW RIRS RMMH RNMF RPPH RQPR RSRU SBPM SCKN SESC SFZA SGSN SNSG SPES STLC SUSD SVSJ SWSE SZCH TBBL TDTT TITJ TKTC TLTK TNTO TOTG TPST TSTN TTTL TUTR TXTM UCCW UPUA UVBF VIVG VMVN VQVI VTVA WANA WEPS WIEH WZSZ YMYE ZAZM ZIZW';
const COUNTRIES: ReadonlyMap<string, string> = new Map(
  CODES.split(' ').map((pair) => [pair.slice(0, 2).toLowerCase(), pair.slice(2)]),
);

/** ISO code of the country that a text means as a FIPS code; undefined: none, or the same as its ISO code. */
export const fipsCountry = (key: string): string | undefined => COUNTRIES.get(key);

export const fipsIs = (text: string, fips: string): string => `as a FIPS code ${quoted(text)} is ${fips}`;

/**
 * Inhabitants of a city of the FIPS country, and their ratio to the ISO country's town of its name, from
 * which it may be meant.
 */
const CITY = 100_000;
const RATIO = 100;

/** Tells that the code of a country is another country's in FIPS 10-4, where that one has the city. */
export class FipsCountries {
  readonly #gazetteer: Gazetteer;
  readonly #candidates: Candidates;

  constructor(gazetteer: Gazetteer, candidates: Candidates) {
    this.#gazetteer = gazetteer;
    this.#candidates = candidates;
  }

  /** Adds to the reason of a row whose city the ISO country lacks. */
  hint({ country, city }: Request, result: Unplaced): Unplaced {
    const fips = fipsCountry(country.key);
    if (fips === undefined || result.part !== 'city') return result;
    this.#candidates.take(city.key, this.#gazetteer.countryOf(fips));
    if (this.#candidates.count === 0) return result;
    return { ...result, message: `${result.message}; ${fipsIs(country.text, fips)}` };
  }

  /** Notes a city of the FIPS country where the ISO country has hardly a village of its name. */
  note({ country, city, state, zip }: Request, result: Place, iso: number): Place {
    const fips = fipsCountry(country.key);
    if (fips === undefined || result.contradiction !== null) return result;
    if (city.key === '' || state.text + zip !== '') return result;
    const there = this.#inhabitants(city.key, this.#gazetteer.countryOf(fips));
    if (there < CITY || there < RATIO * this.#inhabitants(city.key, iso)) return result;
    const small = `city ${quoted(city.text)} of ${result.country} is a small one`;
    return { ...result, contradiction: `${small}; ${fipsIs(country.text, fips)}` };
  }

  /** Inhabitants of a country's largest town of a name; 0: it has none. */
  #inhabitants(key: string, country: number): number {
    this.#candidates.take(key, country);
    const best = this.#candidates.best();
    return best < 0 ? 0 : this.#gazetteer.places.population[best]!;
  }
}
