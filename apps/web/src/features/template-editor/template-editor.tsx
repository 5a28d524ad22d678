import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { FieldType, SignerRole } from '@vialdesk/contract/signing-fields'
import type { TemplateDraft } from '@vialdesk/contract/templates'
import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { EditorBar } from './bar/editor-bar.tsx'
import { EditorMessages } from './bar/editor-messages.tsx'
import { ReplacePdfDialog } from './bar/replace-pdf-dialog.tsx'
import { SignatureCheck } from './bar/signature-check.tsx'
import { pdfQuery } from './calls/editor-session.ts'
import { useEditorCalls } from './calls/use-editor-calls.ts'
import { useFrameMessages } from './calls/use-frame-messages.ts'
import classes from './editor.module.css'
import { handleEditorKey } from './editor-keys.ts'
import { OpenedPages } from './pages/opened-pages.tsx'
import { scrollToPage, visiblePage } from './pages/page-places.ts'
import { isGestureRunning, useDrags } from './pages/use-drags.ts'
import { ChosenBar } from './panel/chosen-bar.tsx'
import { Palette } from './panel/palette.tsx'
import { PropertyPanel } from './panel/property-panel.tsx'
import { editorReducer } from './state/editor-reducer.ts'
import { type EditorState, hasUnsavedChanges, openEditor } from './state/editor-state.ts'

/** The number of the page that takes the most room on screen. */
function usePageOnScreen(pagesRef: RefObject<HTMLElement | null>) {
  const [page, setPage] = useState(1)
  const onScroll = useCallback(() => {
    const found = pagesRef.current && visiblePage(pagesRef.current)
    if (found) setPage(found.page)
  }, [pagesRef])
  const jump = (to: number) => {
    setPage(to)
    if (pagesRef.current) scrollToPage(pagesRef.current, to)
  }
  return { page, onScroll, jump }
}

const focusField = (pages: HTMLElement, id: string | undefined) => {
  const field = id === undefined ? null : pages.querySelector<HTMLElement>(`[data-field="${CSS.escape(id)}"]`)
  field?.focus({ preventScroll: true })
  return field
}

/** New fields get the focus, so that the arrow keys move them. A lost focus returns to the selected field or the pages. */
function useFieldFocus(pagesRef: RefObject<HTMLElement | null>, { added, selected, said }: EditorState): void {
  const [first] = selected
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when fields were added.
  useEffect(() => {
    if (added === 0 || !pagesRef.current) return
    const field = focusField(pagesRef.current, first)
    if (!isGestureRunning()) field?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [added, pagesRef])
  // A removed field, or one that changes its page or its place in the order, loses the focus.
  useEffect(() => {
    const pages = pagesRef.current
    if (said.count === 0 || !pages || document.activeElement !== document.body) return
    if (!focusField(pages, first)) pages.focus({ preventScroll: true })
  })
}

/** Below this width the palette and the properties go under the pages. */
const NARROW = '(max-width: 61.99em)'

interface Props {
  draft: TemplateDraft
  session: string
}

/** The editor of an opened template. */
export function TemplateEditor({ draft, session }: Props) {
  const [state, dispatch] = useReducer(editorReducer, draft, openEditor)
  const [zoom, setZoom] = useState(1)
  const [replacing, setReplacing] = useState(false)
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const pagesRef = useRef<HTMLElement>(null)
  const { page, onScroll, jump } = usePageOnScreen(pagesRef)
  const drags = useDrags(pagesRef, dispatch)
  const calls = useEditorCalls(session, state, dispatch)
  const pdf = useQuery(pdfQuery(session, state.version, state.pdfVersion))
  const unsaved = hasUnsavedChanges(state)
  useFrameMessages(unsaved, state.version, calls.failure?.kind === 'expired')
  useFieldFocus(pagesRef, state)

  const add = (field: FieldType, role?: SignerRole) => {
    const middle = pagesRef.current && visiblePage(pagesRef.current)
    dispatch({ type: 'add', field, ...(middle ?? { page: 1, x: 0.5, y: 0.5 }), ...(role && { role }) })
  }
  const commands = { dispatch, save: () => void (unsaved && !calls.busy && calls.save()), page: () => page }

  const palette = (
    <Palette
      roles={state.roles}
      role={state.role}
      onRole={(role) => dispatch({ type: 'chooseRole', role })}
      onAdd={add}
      onDrag={drags.startPalette}
    />
  )
  return (
    <main className={classes.editor} onKeyDown={(event) => handleEditorKey(event, commands)}>
      <EditorBar
        {...{ state, dispatch, calls, page, zoom }}
        onJump={jump}
        onZoom={setZoom}
        onReplace={() => setReplacing(true)}
      />
      <EditorMessages calls={calls} />
      <SignatureCheck fields={state.history.fields} mainSigner={state.mainSigner} onAdd={(role) => add('signature', role)} />
      <div className={classes.columns}>
        {!narrow && <div className={classes.side}>{palette}</div>}
        <div className={classes.pages}>
          <OpenedPages pdf={pdf} {...{ state, dispatch, drags, zoom, onScroll }} ref={pagesRef} />
        </div>
        {narrow ? (
          <div>
            <ChosenBar state={state} dispatch={dispatch} />
            {palette}
          </div>
        ) : (
          <section className={classes.side} aria-label="Properties">
            <PropertyPanel state={state} dispatch={dispatch} />
          </section>
        )}
      </div>
      <ReplacePdfDialog
        opened={replacing}
        onClose={() => setReplacing(false)}
        busy={calls.busy}
        unsaved={unsaved}
        failure={replacing ? calls.failure?.text : undefined}
        onFile={(file) => void calls.replacePdf(file).then((replaced) => replaced && setReplacing(false))}
      />
      <p id="editor-keys" hidden>
        Arrow keys move, Shift and arrow keys resize, Delete removes, Escape deselects.
      </p>
      <div className="visually-hidden" role="log" aria-live="polite" aria-label="Changes">
        <span key={state.said.count}>{state.said.text}</span>
      </div>
    </main>
  )
}
