import { Button, Checkbox, Group, Kbd, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconCopy, IconCopyPlus, IconFiles, IconTrash } from '@tabler/icons-react'
import { fieldTypes, type SigningField } from '@vialdesk/contract/signing-fields'
import { useState } from 'react'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { ToolButton } from '#web/ui/pdf/tool-button.tsx'
import type { FieldChange } from '../state/editor-reducer.ts'
import { selectedFields } from '../state/editor-state.ts'
import { isFilledBySigner, nameOfAll, problemsOf } from '../state/field-text.ts'
import type { Editor } from '../use-editor.ts'
import { AttributeInputs } from './attribute-inputs.tsx'
import { PositionSection } from './position-section.tsx'
import { RoleChoice } from './role-choice.tsx'

interface Props {
  editor: Pick<Editor, 'state' | 'dispatch'>
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

function OneField({ field, editor: { state, dispatch } }: Props & { field: SigningField }) {
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

function SeveralFields({ fields, editor: { state, dispatch } }: Props & { fields: readonly SigningField[] }) {
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

/** Actions on all selected fields. */
function Actions({ editor: { state, dispatch } }: Props) {
  const icon = { size: 16, stroke: 1.5 }
  const wide = { gridColumn: '1 / -1' }
  return (
    <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
      <Button variant="default" leftSection={<IconCopy {...icon} />} onClick={() => dispatch({ type: 'copy' })}>
        Copy
      </Button>
      <Button variant="default" leftSection={<IconCopyPlus {...icon} />} onClick={() => dispatch({ type: 'duplicate' })}>
        Duplicate
      </Button>
      {state.pages.length > 1 && (
        <Button variant="default" leftSection={<IconFiles {...icon} />} onClick={() => dispatch({ type: 'repeat' })} style={wide}>
          Repeat on all pages
        </Button>
      )}
      <Button
        variant="light"
        color="red"
        leftSection={<IconTrash {...icon} />}
        onClick={() => dispatch({ type: 'remove' })}
        style={wide}
      >
        Delete
      </Button>
    </SimpleGrid>
  )
}

/** Everything about the selected fields. */
export function PropertyPanel({ editor }: Props) {
  const fields = selectedFields(editor.state)
  const [field] = fields
  if (!field) return <Hints empty={editor.state.history.fields.length === 0} />
  const isOne = fields.length === 1
  return (
    <Stack gap="md">
      <Text fw={600} component="h2">
        {isOne ? fieldTypes[field.type].label : `${fields.length} fields`}
      </Text>
      {isOne ? <OneField key={field.id} field={field} editor={editor} /> : <SeveralFields fields={fields} editor={editor} />}
      <Actions editor={editor} />
    </Stack>
  )
}

/** On narrow screens: the selected fields, and their properties in a sheet from below. */
export function ChosenBar({ editor }: Props) {
  const [opened, setOpened] = useState(false)
  const fields = selectedFields(editor.state)
  if (fields.length === 0) return null
  const { dispatch } = editor
  return (
    <Group gap={8} p={8} wrap="nowrap" style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
      <Text truncate flex={1} fw={500}>
        {nameOfAll(fields)}
      </Text>
      <Button variant="default" onClick={() => setOpened(true)}>
        Edit
      </Button>
      <ToolButton label="Duplicate" icon={IconCopyPlus} onClick={() => dispatch({ type: 'duplicate' })} />
      <ToolButton label="Delete" icon={IconTrash} variant="light" color="red" onClick={() => dispatch({ type: 'remove' })} />
      <Drawer opened={opened} onClose={() => setOpened(false)} title="Properties">
        <PropertyPanel editor={editor} />
      </Drawer>
    </Group>
  )
}
