import type { AddressQuery } from '../../geo/gazetteer/place.js';
import type { ImportPlan } from '../task.js';

/**
 * Names of the columns or JSON members that hold the parts of an address; null for a part that has no column.
 */
export type AddressColumns = Readonly<Record<keyof AddressQuery | 'region_code', string | null>> & {
  /** Its streets are cut out of whole addresses. */
  readonly hasWholeAddress: boolean;
};

export function addressColumns({ format, mapping }: Pick<ImportPlan, 'format' | 'mapping'>): AddressColumns {
  const named = (field: string): string | null =>
    mapping.find((column) => column.field === field)?.header ?? (format === 'json' ? field : null);
  return {
    hasWholeAddress: mapping.some((column) => column.field === 'full_address'),
    street: mapping.find((column) => column.field === 'full_address')?.header ?? named('street'),
    city: named('city'),
    county: named('county'),
    state: named('state'),
    country: named('country'),
    zip: named('zip'),
    region_code: named('region_code'),
  };
}
