import { Skeleton, Stack } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { SigningField } from '@vialdesk/contract/documents/signing-fields'
import { type PointerEvent, useMemo, useRef } from 'react'
import { readErrorMessage } from '#web/lib/errors/error-message.ts'
import { Delayed } from '#web/ui/layout/delayed.tsx'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'
import { PdfPage } from '#web/ui/pdf/pdf-page.tsx'
import { type ShownPage, usePdf } from '#web/ui/pdf/use-pdf.ts'
import { isLinkOver } from '../calls/editor-session.ts'
import classes from '../editor.module.css'
import { fieldsOfPage } from '../state/editor-reducer.ts'
import type { Editor } from '../use-editor.ts'
import { type FieldActions, PageFields } from './page-fields.tsx'

interface Props {
  editor: Editor
}

/** CSS pixels. A wider page does not show more. */
const MAX_WIDTH = 900
const NO_GUIDES: never[] = []

/** Actions that stay the same, so that only changed fields are drawn again. */
function useFieldActions({ dispatch, drags, state: { selected } }: Editor): FieldActions {
  const latest = useRef(selected)
  latest.current = selected
  return useMemo(() => {
    const isSelected = (id: string) => latest.current.includes(id)
    const onPress = (event: PointerEvent, field: SigningField) => {
      if (event.button !== 0) return
      if (event.shiftKey) return dispatch({ type: 'toggleSelected', id: field.id })
      // The first tap of a finger selects, so that scrolling moves no field.
      if (event.pointerType === 'touch' && !isSelected(field.id)) return
      if (!isSelected(field.id)) dispatch({ type: 'select', ids: [field.id] })
      drags.startField(event, field)
    }
    return {
      onPress,
      onCorner: (event, field, corner) => event.button === 0 && drags.startCorner(event, field, corner),
      onChoose: (id) => dispatch({ type: 'select', ids: [id] }),
      onBackground: () => dispatch({ type: 'select', ids: [] }),
    }
  }, [dispatch, drags])
}

/** All pages with their fields, in an area that scrolls. */
function Pages({ editor, shown }: Props & { shown: readonly ShownPage[] }) {
  const { zoom, pagesRef, onScroll } = editor
  const { pages, guides, selected, history } = editor.state
  const { ref: sized, width: room } = useElementSize()
  const actions = useFieldActions(editor)
  const byPage = useMemo(() => pages.map((_, index) => fieldsOfPage(history.fields, index + 1)), [history.fields, pages])
  const width = Math.floor(Math.min(room, MAX_WIDTH) * zoom)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reached by the keyboard.
    <section ref={pagesRef} className={classes.scroll} aria-label="Pages" tabIndex={0} onScroll={onScroll}>
      <div ref={sized} />
      {/* As wide as a zoomed page, so that its left side can be scrolled to. */}
      <Stack align="center" w="max-content" miw="100%">
        {width > 0 &&
          shown.map((page) => (
            <PdfPage key={page.number} shown={page} width={width}>
              <PageFields
                page={page.number}
                fields={byPage[page.number - 1] ?? []}
                selected={selected}
                guides={guides.page === page.number ? guides.lines : NO_GUIDES}
                actions={actions}
              />
            </PdfPage>
          ))}
      </Stack>
    </section>
  )
}

const loading = (
  <Delayed>
    <div className={classes.scroll} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading the pages…
      </span>
      <Skeleton mx="auto" maw={640} h="100%" mih={320} />
    </div>
  </Delayed>
)

/** The pages of the PDF, or why they are not shown. */
export function OpenedPages({ editor }: Props) {
  const { error, data, refetch } = editor.pdf
  const opened = usePdf(data)
  if (!error && opened.status === 'pending') return loading
  if (!error && opened.status === 'opened') return <Pages editor={editor} shown={opened.pages} />
  const message = isLinkOver(error) ? 'This editor link has expired.' : error && readErrorMessage(error)
  return (
    <FailedScreen
      inline
      title={error ? 'The PDF could not be loaded' : 'The PDF could not be shown'}
      message={message ?? 'This browser could not read the file. Try again, or replace the PDF.'}
      onRetry={() => void refetch()}
    />
  )
}
