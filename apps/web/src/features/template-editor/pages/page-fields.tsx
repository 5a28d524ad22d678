import { type SigningField, signerRoleNames } from '@vialdesk/contract/documents/signing-fields'
import { type FocusEvent, memo, type PointerEvent } from 'react'
import { captionOf, isFilledBySigner, nameOf, placeOf, problemsOf } from '../state/field-text.ts'
import { type Corner, corners, type Guide } from '../state/geometry.ts'
import classes from './fields.module.css'

export interface FieldActions {
  onPress: (event: PointerEvent, field: SigningField) => void
  onCorner: (event: PointerEvent, field: SigningField, corner: Corner) => void
  /** Focus by the keyboard, or a tap. */
  onChoose: (id: string) => void
  /** A press next to all fields. */
  onBackground: () => void
}

interface BoxProps {
  field: SigningField
  selected: boolean
  /** The only selected field has handles. */
  resizable: boolean
  actions: FieldActions
}

const percent = (value: number) => `${value * 100}%`

/** A field on its page. It is a button, so that the Tab key reaches it. */
const FieldBox = memo(function FieldBox({ field, selected, resizable, actions }: BoxProps) {
  const incomplete = Object.keys(problemsOf(field)).length > 0
  const need = isFilledBySigner(field) && (field.required ? 'required' : 'optional')
  const name = [nameOf(field), need, placeOf(field), incomplete && 'not complete'].filter(Boolean).join(', ')
  const byKeyboard = ({ currentTarget }: FocusEvent) =>
    !selected && currentTarget.matches(':focus-visible') && actions.onChoose(field.id)
  return (
    <div
      className={classes.box}
      style={{ left: percent(field.x), top: percent(field.y), width: percent(field.width), height: percent(field.height) }}
      data-role={field.role}
      data-selected={selected || undefined}
      data-incomplete={incomplete || undefined}
    >
      <button
        type="button"
        className={classes.field}
        data-field={field.id}
        aria-label={name}
        aria-pressed={selected}
        aria-describedby="editor-keys"
        title={nameOf(field)}
        onPointerDown={(event) => actions.onPress(event, field)}
        onClick={(event) => !event.shiftKey && !selected && actions.onChoose(field.id)}
        onFocus={byKeyboard}
      >
        <b className={classes.caption} data-sign={signerRoleNames[field.role][0]} />
        <span
          className={`${classes.caption} ${classes.words}`}
          data-sign={isFilledBySigner(field) && field.required ? ' *' : undefined}
        >
          {captionOf(field)}
        </span>
      </button>
      {resizable &&
        corners.map((corner) => (
          <div
            key={corner}
            className={classes.corner}
            data-corner={corner}
            onPointerDown={(event) => actions.onCorner(event, field, corner)}
          />
        ))}
    </div>
  )
})

interface Props {
  page: number
  /** In the order of the Tab key. */
  fields: readonly SigningField[]
  selected: readonly string[]
  guides: readonly Guide[]
  actions: FieldActions
}

/** The fields of a page and the lines to which a dragged field snaps. */
export const PageFields = memo(function PageFields({ page, fields, selected, guides, actions }: Props) {
  return (
    // An application: screen readers then leave the arrow keys to the editor.
    <div
      role="application"
      aria-label={`Fields on page ${page}`}
      className={classes.layer}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && actions.onBackground()}
    >
      {fields.map((field) => (
        <FieldBox
          key={field.id}
          field={field}
          selected={selected.includes(field.id)}
          resizable={selected.length === 1 && selected[0] === field.id}
          actions={actions}
        />
      ))}
      {guides.map(({ axis, at }) => (
        <div
          key={axis}
          className={classes.guide}
          data-axis={axis}
          style={axis === 'x' ? { left: percent(at) } : { top: percent(at) }}
        />
      ))}
    </div>
  )
})
