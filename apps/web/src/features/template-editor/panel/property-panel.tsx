import { Checkbox, Kbd, Stack, Text, TextInput } from '@mantine/core'
import { fieldTypes, type SigningField } from '@vialdesk/contract/signing-fields'
import type { Dispatch } from 'react'
import { type EditorAction, type EditorState, type FieldChange, selectedFields } from '../state/editor-state.ts'
import { problemsOf } from '../state/field-problems.ts'
import { isFilledBySigner } from '../state/field-text.ts'
import { AttributeInputs } from './attribute-inputs.tsx'
import { FieldActionButtons } from './field-actions.tsx'
import { PositionSection } from './position-section.tsx'
import { RoleChoice } from './role-choice.tsx'

interface Props {
  state: EditorState
  dispatch: Dispatch<EditorAction>
}

const keys: [string[], string][] = [
  [['Arrow keys'], 'move'],
  [['Shift', 'Arrow keys'], 'resize'],
  [['Delete'], 'remove'],
  [['Ctrl', 'C'], 'copy'],
  [['Ctrl', 'V'], 'paste on this page'],
  [['Ctrl', 'D'], 'duplicate'],
  [['Ctrl', 'Z'], 'undo'],
  [['Shift', 'Click'], 'select several fields'],
  [['Alt'], 'drag without snapping'],
]

function Hints({ empty }: { empty: boolean }) {
  return (
    <Stack gap="sm">
      <Text c="dimmed" size="sm">
        {empty
          ? 'This template has no fields yet. Choose a type of field, or drag it onto the page.'
          : 'Choose a field to change it.'}
      </Text>
      <Stack component="ul" gap={6}>
        {keys.map(([names, effect]) => (
          <Text component="li" size="sm" key={effect}>
            {names.map((name) => (
              <Kbd key={name} size="xs" mr={4}>
                {name}
              </Kbd>
            ))}
            {effect}
          </Text>
        ))}
      </Stack>
    </Stack>
  )
}

function OneField({ field, state, dispatch }: Props & { field: SigningField }) {
  const onChange = (change: FieldChange) => dispatch({ type: 'change', ids: [field.id], change })
  return (
    <>
      <RoleChoice label="Signer" roles={state.roles} value={field.role} onChange={(role) => onChange({ role })} />
      {isFilledBySigner(field) && (
        <>
          <TextInput
            label="Label"
            description="The signer sees it at the field."
            value={field.label}
            onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
            maxLength={80}
            error={problemsOf(field).label}
          />
          <Checkbox
            label="Required"
            checked={field.required}
            onChange={({ currentTarget }) => onChange({ required: currentTarget.checked })}
          />
        </>
      )}
      <AttributeInputs field={field} onChange={onChange} />
      <PositionSection key={field.id} field={field} pages={state.pages} dispatch={dispatch} />
    </>
  )
}

function SeveralFields({ fields, state, dispatch }: Props & { fields: readonly SigningField[] }) {
  const [first] = fields
  const role = first && fields.every((field) => field.role === first.role) ? first.role : null
  const ids = fields.map(({ id }) => id)
  const optional = fields.filter(isFilledBySigner)
  const required = optional.filter((field) => field.required).length
  return (
    <>
      <RoleChoice
        label="Signer"
        roles={state.roles}
        value={role}
        onChange={(to) => dispatch({ type: 'change', ids, change: { role: to } })}
      />
      {optional.length > 0 && (
        <Checkbox
          label="Required"
          checked={required === optional.length}
          indeterminate={required > 0 && required < optional.length}
          onChange={({ currentTarget }) =>
            dispatch({ type: 'change', ids: optional.map(({ id }) => id), change: { required: currentTarget.checked } })
          }
        />
      )}
    </>
  )
}

/** Everything about the selected fields. */
export function PropertyPanel({ state, dispatch }: Props) {
  const fields = selectedFields(state)
  const [field] = fields
  if (!field) return <Hints empty={state.history.fields.length === 0} />
  const isOne = fields.length === 1
  return (
    <Stack gap="md">
      <Text fw={600} component="h2">
        {isOne ? fieldTypes[field.type].label : `${fields.length} fields`}
      </Text>
      {isOne ? (
        <OneField key={field.id} field={field} state={state} dispatch={dispatch} />
      ) : (
        <SeveralFields fields={fields} state={state} dispatch={dispatch} />
      )}
      <FieldActionButtons pages={state.pages.length} dispatch={dispatch} />
    </Stack>
  )
}
