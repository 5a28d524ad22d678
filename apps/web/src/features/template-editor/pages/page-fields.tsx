import type { SigningField } from '@vialdesk/contract/signing-fields'
import { memo, type PointerEvent } from 'react'
import { problemsOf } from '../state/field-problems.ts'
import type { Corner } from '../state/geometry.ts'
import type { Guide } from '../state/snapping.ts'
import { FieldBox } from './field-box.tsx'
import classes from './fields.module.css'

export interface FieldActions {
  onPress: (event: PointerEvent, field: SigningField) => void
  onCorner: (event: PointerEvent, field: SigningField, corner: Corner) => void
  onChoose: (id: string) => void
  /** A press next to all fields. */
  onBackground: () => void
}

interface Props {
  page: number
  /** In the order of the Tab key. */
  fields: readonly SigningField[]
  selected: readonly string[]
  guides: readonly Guide[]
  actions: FieldActions
}

const isIncomplete = (field: SigningField) => Object.keys(problemsOf(field)).length > 0

/** The fields of a page and the lines to which a dragged field snaps. */
export const PageFields = memo(function PageFields({ page, fields, selected, guides, actions }: Props) {
  const { onBackground, ...fieldActions } = actions
  return (
    // An application: screen readers then leave the arrow keys to the editor.
    <div
      role="application"
      aria-label={`Fields on page ${page}`}
      className={classes.layer}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && onBackground()}
    >
      {fields.map((field) => (
        <FieldBox
          key={field.id}
          field={field}
          selected={selected.includes(field.id)}
          resizable={selected.length === 1 && selected[0] === field.id}
          incomplete={isIncomplete(field)}
          {...fieldActions}
        />
      ))}
      {guides.map(({ axis, at }) => (
        <div
          key={axis}
          className={classes.guide}
          data-axis={axis}
          style={axis === 'x' ? { left: `${at * 100}%` } : { top: `${at * 100}%` }}
        />
      ))}
    </div>
  )
})
