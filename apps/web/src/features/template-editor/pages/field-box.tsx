import { type SigningField, signerRoleNames } from '@vialdesk/contract/signing-fields'
import { type FocusEvent, memo, type PointerEvent } from 'react'
import { captionOf, isFilledBySigner, nameOf, placeOf } from '../state/field-text.ts'
import { type Corner, corners } from '../state/geometry.ts'
import classes from './fields.module.css'

interface Props {
  field: SigningField
  selected: boolean
  /** The only selected field has handles. */
  resizable: boolean
  incomplete: boolean
  onPress: (event: PointerEvent, field: SigningField) => void
  onCorner: (event: PointerEvent, field: SigningField, corner: Corner) => void
  /** Focus by the keyboard, or a tap. */
  onChoose: (id: string) => void
}

const percent = (value: number) => `${value * 100}%`

const describe = (field: SigningField, incomplete: boolean) => {
  const need = isFilledBySigner(field) && (field.required ? 'required' : 'optional')
  return [nameOf(field), need, placeOf(field), incomplete && 'not complete'].filter(Boolean).join(', ')
}

/** A field on its page. It is a button, so that the Tab key reaches it. */
export const FieldBox = memo(function FieldBox({ field, selected, resizable, incomplete, ...props }: Props) {
  const byKeyboard = ({ currentTarget }: FocusEvent) =>
    !selected && currentTarget.matches(':focus-visible') && props.onChoose(field.id)
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
        aria-label={describe(field, incomplete)}
        aria-pressed={selected}
        aria-describedby="editor-keys"
        title={nameOf(field)}
        onPointerDown={(event) => props.onPress(event, field)}
        onClick={(event) => !event.shiftKey && !selected && props.onChoose(field.id)}
        onFocus={byKeyboard}
      >
        <b className={classes.caption}>{signerRoleNames[field.role][0]}</b>
        <span className={`${classes.caption} ${classes.words}`}>
          {captionOf(field)}
          {isFilledBySigner(field) && field.required && ' *'}
        </span>
      </button>
      {resizable &&
        corners.map((corner) => (
          <div
            key={corner}
            className={classes.corner}
            data-corner={corner}
            onPointerDown={(event) => props.onCorner(event, field, corner)}
          />
        ))}
    </div>
  )
})
