import { type Static, Type } from 'typebox';

const HEX = '^#[0-9a-f]{6}$';

export const Color = Type.Object(
  {
    name: Type.String({ description: 'Colour name, as every member called `color` takes and gives it.' }),
    fill_color: Type.String({ pattern: HEX }),
    text_color: Type.String({
      pattern: HEX,
      description: 'Colour of text on the fill; the contrast is at least 4.5:1.',
    }),
  },
  { $id: 'Color', example: { name: 'green', fill_color: '#2c9636', text_color: '#000000' } },
);
export type Color = Static<typeof Color>;

export const Palette = Type.Object(
  {
    extended: Type.Boolean(),
    colors: Type.Array(Color, { description: 'Colours in the order in which new categories take them.' }),
  },
  {
    $id: 'Palette',
    example: {
      extended: false,
      colors: [{ name: 'green', fill_color: '#2c9636', text_color: '#000000' }],
    },
  },
);
