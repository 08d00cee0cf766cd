import { type TSchema, Type } from 'typebox';

export const PageInfo = Type.Object(
  {
    total_count: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Number of items in the whole list, where it is known.',
    }),
    next_page_token: Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page.' }),
  },
  { $id: 'PageInfo', example: { total_count: 1, next_page_token: null } },
);

export const pageOf = <T extends TSchema>(item: T, $id: string) =>
  Type.Object({ data: Type.Array(item), page_info: PageInfo }, { $id });

export const MAX_PAGE_SIZE = 1000;
/** Bytes of all items of a page; a single larger item makes a page of its own (docs/decisions.md#paging). */
export const MAX_PAGE_BYTES = 4 << 20;
export const PAGE_ENDS =
  'A page ends early, with its token, when one more item would take it over 4 MiB; it has at least one item while any are left.';

/** Query members of every list. A larger page_size is capped, not refused. */
export const PageQuery = {
  page_size: Type.Integer({
    minimum: 1,
    default: 100,
    description: `Items of a page; values above ${MAX_PAGE_SIZE} count as ${MAX_PAGE_SIZE}.`,
  }),
  page_token: Type.Optional(
    Type.String({ maxLength: 8192, description: '`next_page_token` of the previous page, unchanged.' }),
  ),
};

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const Timestamp = Type.String({ format: 'date-time' });
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
