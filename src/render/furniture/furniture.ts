import type { Fonts } from '../fonts.js';
import type { Shape } from '../scene.js';
import type { FurnitureBoxes, FurnitureContent } from './content.js';
import { footerNodes } from './footer.js';
import { layOut } from './lay-out.js';
import { legendNodes } from './legend.js';
import { titleNodes } from './title.js';

/**
 * Title, legend and footer as shapes of the scene: PNG and PDF have the same ones. Whatever the texts are, it
 * takes some tens of milliseconds: they are cut to the page before they are laid out.
 */
export async function furniture(
  content: FurnitureContent,
  boxes: FurnitureBoxes,
  fonts: Fonts,
): Promise<Shape[]> {
  const nodes = [
    ...titleNodes(content.title, boxes.title, fonts),
    ...legendNodes(content, boxes.legend, fonts),
    ...footerNodes(content.attribution, boxes.footer, fonts),
  ];
  return nodes.length === 0 ? [] : layOut(nodes);
}
