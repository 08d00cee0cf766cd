import type { TSchema } from 'typebox';
import { badRequest } from '../base/errors.js';
import { compileJson, createCompile } from '../http/validate.js';
import { ChoroplethConfig } from '../import/choropleth/config.js';
import {
  type BulkMeta,
  type BulkQuery,
  ColumnMappingOption,
  DemographicsConfig,
  IgnoreOption,
} from '../import/options.js';
import { parseJson } from '../schema/json-text.js';

const AS_QUERY = 'The query takes it as a JSON object, URL-encoded.';
const AS_LIST = 'ignore must be a JSON array of headers, such as ["Notes"]; the query takes it URL-encoded';

/** Each reports unknown members and refuses JSON that is not an object. */
const readers = {
  demographics: compileJson(DemographicsConfig as TSchema),
  choropleth: compileJson(ChoroplethConfig as TSchema),
  column_mapping: compileJson(ColumnMappingOption as TSchema),
};
const checkIgnore = createCompile()(IgnoreOption);

/**
 * Turns the options of a query into those of a `meta` part: objects come as JSON texts in a query.
 * @param tell receives the names of unknown members
 * @throws AppError BAD_REQUEST that names the member which is not JSON, not an object, or of the wrong shape
 */
export function readBulkQuery(
  { demographics, choropleth, column_mapping, ignore, ...options }: BulkQuery,
  tell: (name: string) => boolean = () => true,
): BulkMeta {
  const read = (member: keyof typeof readers, text: string | undefined): object => {
    if (text === undefined) return {};
    try {
      return { [member]: readers[member](Buffer.from(text), member, (name) => tell(`${member}.${name}`)) };
    } catch (error) {
      const { message } = error as Error;
      // Messages about the JSON itself lack the name of the member.
      throw message.startsWith(member) ? error : badRequest(`${member}: ${message}. ${AS_QUERY}`);
    }
  };
  return {
    ...options,
    ...read('demographics', demographics),
    ...read('choropleth', choropleth),
    ...read('column_mapping', column_mapping),
    ...(ignore !== undefined && { ignore: readList(ignore) }),
  };
}

function readList(text: string): string[] {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw badRequest(AS_LIST);
  }
  if (checkIgnore(value) !== null) throw badRequest(AS_LIST);
  return value as string[];
}
