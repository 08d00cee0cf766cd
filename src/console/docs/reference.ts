// The page `/docs/reference`: the OpenAPI document, shown by Swagger UI.
import SwaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import './reference.css';

const target = document.getElementById('reference')!;
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = (): void => {
  document.documentElement.classList.toggle('dark-mode', dark.matches);
};
dark.addEventListener('change', follow);
follow();

/** Names and levels that Swagger UI leaves out, for people who listen to the page. */
function amend(): void {
  for (const info of target.querySelectorAll('.information-container')) {
    info.role = 'region';
    info.ariaLabel = 'About the API';
  }
  for (const servers of target.querySelectorAll('.scheme-container')) {
    servers.role = 'region';
    servers.ariaLabel = 'Server and key';
  }
  for (const title of target.querySelectorAll('.info .title')) title.setAttribute('aria-level', '2');
  for (const select of target.querySelectorAll('select:not([aria-label])'))
    select.setAttribute('aria-label', select.id === 'servers' ? 'Server' : 'Choice');
  for (const scrolled of target.querySelectorAll<HTMLElement>('pre')) scrolled.tabIndex = 0;
}

interface System {
  React: { createElement: (type: string, props: null, text: string) => unknown };
}
/** A summary is a button, which cannot hold a link; opening it changes the address, too. */
const plainSummaries = ({ React }: System) => ({
  wrapComponents: {
    DeepLink:
      () =>
      ({ text }: { text: string }) =>
        React.createElement('span', null, text),
  },
});

async function show(): Promise<void> {
  const response = await fetch('../v1/openapi.json');
  if (!response.ok) throw new Error(`the service answered ${response.status}`);
  // The page may be reached by another name than the public one.
  const spec = { ...(await response.json()), servers: [{ url: new URL('../v1', document.baseURI).href }] };
  target.replaceChildren();
  new MutationObserver(amend).observe(target, { childList: true, subtree: true });
  const ui = SwaggerUi({
    spec,
    domNode: target,
    deepLinking: true,
    plugins: [plainSummaries],
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    validatorUrl: null,
    // Answers of megabytes would hold the page.
    syntaxHighlight: false,
    onComplete: () => {
      // The key with which the console of this tab is signed in.
      const key = sessionStorage.getItem('cartload.key');
      if (key !== null) ui.preauthorizeApiKey('apiKey', key);
    },
  });
}

show().catch((error: unknown) => {
  const told = document.createElement('p');
  told.role = 'alert';
  told.textContent = `The document could not be read (${error instanceof Error ? error.message : error}). Check the connection and load this page again.`;
  target.replaceChildren(told);
});
