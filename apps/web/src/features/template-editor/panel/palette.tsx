import { type FieldType, fieldTypes, type SignerRole } from '@vialdesk/contract/signing-fields'
import { type PointerEvent, useState } from 'react'
import { fieldIcons } from './field-icons.ts'
import classes from './palette.module.css'
import { RoleChoice } from './role-choice.tsx'

interface Point {
  clientX: number
  clientY: number
}

interface Props {
  roles: readonly SignerRole[]
  role: SignerRole
  onRole: (role: SignerRole) => void
  /** A click, a tap or a key: the field goes to the middle of the visible page. */
  onAdd: (type: FieldType) => void
  onDrag: (event: PointerEvent, type: FieldType, shown: (point: Point | undefined) => void) => void
}

const types = Object.keys(fieldTypes) as FieldType[]

/** The types of fields, to choose or to drag onto a page. */
export function Palette({ roles, role, onRole, onAdd, onDrag }: Props) {
  const [dragged, setDragged] = useState<{ type: FieldType; point: Point }>()
  return (
    <section className={classes.palette} aria-label="Add a field">
      <div className={classes.role}>
        <RoleChoice label="Signer of new fields" roles={roles} value={role} onChange={onRole} />
      </div>
      <ul className={classes.types} data-role={role}>
        {types.map((type) => {
          const Shown = fieldIcons[type]
          return (
            <li key={type}>
              <button
                type="button"
                className={classes.type}
                onClick={() => onAdd(type)}
                onPointerDown={(event) =>
                  event.button === 0 && onDrag(event, type, (point) => setDragged(point && { type, point }))
                }
              >
                <Shown size={18} stroke={1.5} aria-hidden />
                {fieldTypes[type].label}
              </button>
            </li>
          )
        })}
      </ul>
      {dragged && (
        <div className={classes.dragged} style={{ left: dragged.point.clientX, top: dragged.point.clientY }} aria-hidden>
          {fieldTypes[dragged.type].label}
        </div>
      )}
    </section>
  )
}
