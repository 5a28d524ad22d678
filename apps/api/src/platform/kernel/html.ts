/** The few HTML pages that the server itself writes. */
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Safe between tags and in quoted attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] as string)

/** JSON that cannot close the script element around it. */
export const jsonInScript = (value: object) => JSON.stringify(value).replace(/</g, '\\u003c')

/** A complete page without other files. `styles` and `body` are trusted HTML and are not escaped. */
export const htmlPage = (title: string, styles: string, body: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(title)}</title>
    <style>
      ${styles}
    </style>
  </head>
  <body>
    <main>
      <h1>${escapeHtml(title)}</h1>
      ${body}
    </main>
  </body>
</html>
`

const centred = `body { font: 1rem/1.6 system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh; margin: 0 1.5rem; text-align: center }
      h1 { font-size: 1.5rem; margin: 0 }`

/** A complete page with one sentence, for errors without the web app. */
export const plainPage = (title: string, sentence: string) => htmlPage(title, centred, `<p>${escapeHtml(sentence)}</p>`)
