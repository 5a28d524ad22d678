import { Button } from '@mantine/core'
import {
  type Icon,
  IconCalendar,
  IconCalendarCheck,
  IconCheckbox,
  IconCircleDot,
  IconCursorText,
  IconForms,
  IconLetterCase,
  IconMail,
  IconNumber123,
  IconSelect,
  IconSignature,
  IconUser,
} from '@tabler/icons-react'
import { type FieldType, fieldTypes } from '@vialdesk/contract/documents/signing-fields'
import { useState } from 'react'
import classes from '../editor.module.css'
import type { Point } from '../pages/use-drags.ts'
import type { Editor } from '../use-editor.ts'
import { RoleChoice } from './field-inputs.tsx'

const icons: Record<FieldType, Icon> = {
  signature: IconSignature,
  initials: IconLetterCase,
  full_name: IconUser,
  email: IconMail,
  date_signed: IconCalendarCheck,
  date: IconCalendar,
  text: IconCursorText,
  number: IconNumber123,
  checkbox: IconCheckbox,
  radio: IconCircleDot,
  dropdown: IconSelect,
  prefill: IconForms,
}
const types = Object.keys(fieldTypes) as FieldType[]

/** The types of fields, to choose or to drag onto a page. */
export function Palette({ editor: { state, dispatch, drags, add } }: { editor: Editor }) {
  const [dragged, setDragged] = useState<{ type: FieldType; point: Point }>()
  const { roles, role } = state
  return (
    <section className={classes.palette} aria-label="Add a field">
      <div style={{ minWidth: 176 }}>
        <RoleChoice
          label="Signer of new fields"
          roles={roles}
          value={role}
          onChange={(chosen) => dispatch({ type: 'chooseRole', role: chosen })}
        />
      </div>
      <ul className={classes.types}>
        {types.map((type) => {
          const Shown = icons[type]
          return (
            <li key={type}>
              <Button
                variant="default"
                fullWidth
                justify="flex-start"
                px={10}
                fw="normal"
                className={classes.type}
                leftSection={<Shown size={18} stroke={1.5} aria-hidden />}
                onClick={() => add(type)}
                onPointerDown={(event) =>
                  event.button === 0 && drags.startPalette(event, type, (point) => setDragged(point && { type, point }))
                }
              >
                {fieldTypes[type].label}
              </Button>
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
