import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { dataOf, type Schemas, waitForJob } from '../client/index.js';
import { accepted, accessOf, clientOf, keyOption, urlOption } from './call-api.js';
import { mapId } from './import.js';
import { CommandError, printResult } from './result.js';

type Options = Schemas['ImageRequest'];

interface PictureCommandOptions {
  url: string;
  key?: string;
  preset: Options['preset'];
  mapType: NonNullable<Options['map_type']>;
  paperSize: NonNullable<Options['paper_size']>;
  orientation: NonNullable<Options['orientation']>;
  legend?: true;
  labels?: true;
  title: boolean;
}

export const pictureCommand = (): Command =>
  new Command('picture')
    .description('draw a map through the API, wait for the picture and save it')
    .addArgument(new Argument('<map_id>').argParser(mapId))
    .argument('<file>', 'file to write, which ends in .pdf or .png', pictureFile)
    .addOption(urlOption())
    .addOption(keyOption())
    .addOption(
      new Option('--preset <preset>', 'frame of the map')
        .choices(['pin_coverage', 'us', 'world', 'regions'])
        .default('pin_coverage'),
    )
    .addOption(new Option('--map-type <type>').choices(['map', 'satellite']).default('map'))
    .addOption(new Option('--paper-size <size>').choices(['letter', 'a4']).default('letter'))
    .addOption(
      new Option('--orientation <orientation>').choices(['landscape', 'portrait']).default('landscape'),
    )
    .option('--legend', 'draw the legend')
    .option('--labels', 'draw the names of markers')
    .option('--no-title', "leave out the map's name")
    .action(async (id: number, file: string, options: PictureCommandOptions) => {
      const client = clientOf(accessOf(options));
      const missing = `the account of the key has no map ${id}: ${client.baseUrl}/maps lists its maps`;
      const body: Options = {
        preset: options.preset,
        format: extname(file).toLowerCase() === '.pdf' ? 'pdf' : 'png',
        map_type: options.mapType,
        paper_size: options.paperSize,
        orientation: options.orientation,
        legend: options.legend ?? false,
        labels: options.labels ?? false,
        title: options.title,
      };
      const params = { path: { map_id: id } };
      const asked = dataOf(client.api.POST('/maps/{map_id}/images', { params, body }));
      const { job_id } = await accepted(client, asked, missing);
      const job = (await accepted(client, waitForJob(client.api, job_id), missing)) as Schemas['ImageJob'];
      if (!job.image_url) throw new CommandError(`the picture ${job.status}: ${job.error}`);
      // At the base URL that is known to work; the address has the service's own idea of it.
      const signed = Object.fromEntries(new URL(job.image_url).searchParams) as never;
      const picture = client.api.GET('/images/{job_id}', {
        params: { path: { job_id }, query: signed },
        parseAs: 'arrayBuffer',
      });
      await save(await accepted(client, dataOf(picture), missing), file);
      printResult({ job_id, file });
      for (const note of job.notes) process.stderr.write(`cartload: ${note}\n`);
    });

function pictureFile(text: string): string {
  if (!/\.(pdf|png)$/i.test(text)) throw new InvalidArgumentError('its name must end in .pdf or .png.');
  return text;
}

async function save(picture: ArrayBuffer, file: string): Promise<void> {
  await writeFile(file, Buffer.from(picture)).catch(({ code, message }) => {
    throw new CommandError(`cannot save the picture to ${file}: ${code ?? message}`);
  });
}
