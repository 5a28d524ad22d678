import { useElementSize } from '@mantine/hooks'
import type { SigningField } from '@vialdesk/contract/signing-fields'
import { type Dispatch, type PointerEvent, type RefObject, useMemo, useRef } from 'react'
import { PdfPage } from '#web/ui/pdf/pdf-page.tsx'
import type { ShownPage } from '#web/ui/pdf/use-pdf.ts'
import { fieldsOfPage } from '../state/editor-reducer.ts'
import type { EditorAction, EditorState } from '../state/editor-state.ts'
import { type FieldActions, PageFields } from './page-fields.tsx'
import classes from './pages.module.css'
import type { Drags } from './use-drags.ts'

export interface PagesProps {
  shown: readonly ShownPage[]
  state: EditorState
  dispatch: Dispatch<EditorAction>
  drags: Drags
  /** 1 fits the width. */
  zoom: number
  ref: RefObject<HTMLElement | null>
  onScroll: () => void
}

/** CSS pixels. A wider page does not show more. */
const MAX_WIDTH = 900
const NO_GUIDES: never[] = []

/** Actions that stay the same, so that only changed fields are drawn again. */
function useFieldActions(dispatch: Dispatch<EditorAction>, drags: Drags, selected: readonly string[]): FieldActions {
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
export function Pages({ shown, state, dispatch, drags, zoom, ref, onScroll }: PagesProps) {
  const { ref: sized, width: room } = useElementSize()
  const actions = useFieldActions(dispatch, drags, state.selected)
  const { fields } = state.history
  const byPage = useMemo(() => state.pages.map((_, index) => fieldsOfPage(fields, index + 1)), [fields, state.pages])
  const width = Math.floor(Math.min(room, MAX_WIDTH) * zoom)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reached by the keyboard.
    <section ref={ref} className={classes.scroll} aria-label="Pages" tabIndex={0} onScroll={onScroll}>
      <div ref={sized} />
      <div className={classes.sheets}>
        {width > 0 &&
          shown.map((page) => (
            <PdfPage key={page.number} shown={page} width={width}>
              <PageFields
                page={page.number}
                fields={byPage[page.number - 1] ?? []}
                selected={state.selected}
                guides={state.guides.page === page.number ? state.guides.lines : NO_GUIDES}
                actions={actions}
              />
            </PdfPage>
          ))}
      </div>
    </section>
  )
}
