import { useMediaQuery } from '@mantine/hooks'
import type { TemplateDraft } from '@vialdesk/contract/documents/templates'
import { EditorBar } from './bar/editor-bar.tsx'
import { EditorMessages, SignatureCheck } from './bar/editor-messages.tsx'
import classes from './editor.module.css'
import { handleEditorKey } from './editor-keys.ts'
import { OpenedPages } from './pages/pages.tsx'
import { Palette } from './panel/palette.tsx'
import { ChosenBar, PropertyPanel } from './panel/property-panel.tsx'
import { useEditor } from './use-editor.ts'

/** Below this width the palette and the properties go under the pages. */
const NARROW = '(max-width: 61.99em)'

/** The editor of an opened template. */
export function TemplateEditor({ draft, session }: { draft: TemplateDraft; session: string }) {
  const editor = useEditor(draft, session)
  const { said } = editor.state
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const palette = <Palette editor={editor} />
  return (
    <main className={classes.editor} onKeyDown={(event) => handleEditorKey(event, editor)}>
      <EditorBar editor={editor} />
      <EditorMessages editor={editor} />
      <SignatureCheck editor={editor} />
      <div className={classes.columns}>
        {!narrow && <div className={classes.side}>{palette}</div>}
        <div className={classes.pages}>
          <OpenedPages editor={editor} />
        </div>
        {narrow ? (
          <div>
            <ChosenBar editor={editor} />
            {palette}
          </div>
        ) : (
          <section className={classes.side} aria-label="Properties">
            <PropertyPanel editor={editor} />
          </section>
        )}
      </div>
      <p id="editor-keys" hidden>
        Arrow keys move, Shift and arrow keys resize, Delete removes, Escape deselects.
      </p>
      <div className="visually-hidden" role="log" aria-live="polite" aria-label="Changes">
        <span key={said.count}>{said.text}</span>
      </div>
    </main>
  )
}
