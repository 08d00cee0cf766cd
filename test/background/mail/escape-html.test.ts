import t from 'tap';
import { escapeHtml } from '../../../src/background/mail/escape-html.js';

t.test('text stays text, and ends neither an element nor an attribute', async (t) => {
  t.equal(
    escapeHtml(`<b a="1" b='2'>&amp;</b>`),
    '&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;amp;&lt;/b&gt;',
  );
  t.equal(escapeHtml('Größe 1/2'), 'Größe 1/2');
});
