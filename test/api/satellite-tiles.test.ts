import t from 'tap';
import { startTestApp } from '../support/app.js';

t.test(
  "whose imagery the operator's tiles are is among the attributions, beside the embedded one's",
  async (t) => {
    const service = await startTestApp(t, {
      SATELLITE_TILES_URL:
        'https://user:hush@tiles.example.com/{z}/{x}/{y}?key=hush#attribution=%C2%A9%20Example',
    });
    const call = await service.client();
    const { body } = await call('GET', '/attributions');
    t.match(
      body.attributions.filter(({ use }: { use: string }) => use === 'imagery'),
      [
        { credit: /^NASA Blue Marble/ },
        { name: 'Tiles of tiles.example.com', credit: '© Example', url: 'https://tiles.example.com' },
      ],
    );
    t.notMatch(JSON.stringify(body), /hush/);
  },
);
