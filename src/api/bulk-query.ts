import type { TSchema } from 'typebox';
import { badRequest } from '../base/errors.js';
import { compileJson } from '../http/validate.js';
import { ChoroplethConfig } from '../import/choropleth/config.js';
import { type BulkMeta, type BulkQuery, ColumnMappingOption, DemographicsConfig } from '../import/options.js';

/** What a schema does not know is told, and what is no object refused. */
const readers = {
  demographics: compileJson(DemographicsConfig as TSchema),
  choropleth: compileJson(ChoroplethConfig as TSchema),
  column_mapping: compileJson(ColumnMappingOption as TSchema),
};

/**
 * The options of a query as those of a `meta` part, in which objects are objects.
 * @param tell hears of their members that nobody reads
 * @throws AppError BAD_REQUEST that names the member which is not JSON, no object, or of the wrong shape
 */
export function readBulkQuery(
  { demographics, choropleth, column_mapping, ...options }: BulkQuery,
  tell: (name: string) => boolean = () => true,
): BulkMeta {
  const read = (member: keyof typeof readers, text: string | undefined): object => {
    if (text === undefined) return {};
    try {
      return { [member]: readers[member](Buffer.from(text), member, (name) => tell(`${member}.${name}`)) };
    } catch (error) {
      const { message } = error as Error;
      // What is wrong with the JSON itself is told without the member.
      throw message.startsWith(member) ? error : badRequest(`${member}: ${message}`);
    }
  };
  return {
    ...options,
    ...read('demographics', demographics),
    ...read('choropleth', choropleth),
    ...read('column_mapping', column_mapping),
  };
}
