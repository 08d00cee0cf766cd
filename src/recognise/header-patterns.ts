import type { InferenceAnswer, InferRequest, InferredColumn } from './inference.js';

/** Whole header names, folded to lower-case letters and digits, that can hardly mean anything else. */
const PATTERNS: readonly (readonly [RegExp, InferredColumn['label']])[] = [
  [/^(?:geo)?lat(?:itude|itud|itudine|wgs84)?$|^(?:geogr)?(?:breite|breitengrad)$|^breedtegraad$/, 'lat'],
  [
    /^(?:geo)?(?:lon|long|lng)(?:itude|gitude|gitud|gitudine|wgs84)?$|^(?:geogr)?(?:laenge|laengengrad|lange)$|^lengtegraad$/,
    'lng',
  ],
  [
    /^(?:latlng|latlong|latlon|coordinates|coordonnees|coordenadas|koordinaten|coordinate|coordinaten|geopoint2?d?)$/,
    'lat_lng',
  ],
  [/^(?:name|title|nom|nombre|nome|naam|bezeichnung|titel|denominazione|denominacion|denominacao)$/, 'name'],
  [
    /^(?:street|streetaddress|address|addressline1|address1|strasse|adresse|rue|calle|direccion|via|indirizzo|rua|morada|endereco|straat|adres)$/,
    'street',
  ],
  [/^(?:address2|addressline2|streetaddress2)$/, 'street2'],
  [/^(?:fulladdress|formattedaddress)$/, 'full_address'],
  [
    /^(?:city|town|ort|stadt|wohnort|ville|commune|ciudad|municipio|citta|comune|cidade|localidade|plaats|woonplaats|stad)$/,
    'city',
  ],
  [/^(?:state|province|bundesland|region|provincia|estado|distrito|provincie|regione)$/, 'state'],
  [/^(?:county|landkreis)$/, 'county'],
  [
    /^(?:zip|zipcode|postcode|postalcode|plz|postleitzahl|codepostal|codigopostal|cap|cep|codpostal|postcodes)$/,
    'zip',
  ],
  [/^(?:country|countrycode|land|pays|pais|paese|nazione)$/, 'country'],
  [/^(?:category|kategorie|categorie|categoria|type)$/, 'category'],
];

const CONFIDENCE = 0.6;

/**
 * Reads columns by their names alone, when no inferrer answers. Leftmost columns first, each field once;
 * linear in the length of the names.
 */
export function matchPatterns({ headers, open, taken }: InferRequest): InferenceAnswer {
  const gone = new Set<string>(taken);
  const isOpen = new Set(open);
  const columns = headers.map((header, index): InferredColumn => {
    const folded = isOpen.has(index) ? fold(header) : '';
    const field = PATTERNS.find(([pattern, label]) => !gone.has(label) && pattern.test(folded))?.[1];
    if (field === undefined) return { label: 'custom', confidence: 0.5, why: 'no pattern fits' };
    gone.add(field);
    return { label: field, confidence: CONFIDENCE, why: 'the name fits a pattern' };
  });
  return { columns, houseNumber: null, swapped: false };
}

const fold = (header: string): string =>
  header
    .slice(0, 60)
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '');
