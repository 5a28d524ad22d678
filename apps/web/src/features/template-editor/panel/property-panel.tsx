import { Button, Checkbox, Group, Kbd, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconCopy, IconCopyPlus, IconFiles, IconTrash } from '@tabler/icons-react'
import { fieldTypes, type SigningField } from '@vialdesk/contract/documents/signing-fields'
import { useState } from 'react'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { ToolButton } from '#web/ui/pdf/tool-button.tsx'
import type { FieldChange } from '../state/editor-reducer.ts'
import { selectedFields } from '../state/editor-state.ts'
import { isFilledBySigner, nameOfAll, problemsOf } from '../state/field-text.ts'
import type { Editor } from '../use-editor.ts'
import { AttributeInput, AttributeInputs, PositionSection, RoleChoice } from './field-inputs.tsx'

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

/** The properties of one field, or those that several fields share. */
function Properties({ fields, editor: { state, dispatch } }: Props & { fields: readonly [SigningField, ...SigningField[]] }) {
  const [first] = fields
  const one = fields.length === 1 ? first : undefined
  const optional = fields.filter(isFilledBySigner)
  const required = optional.filter((field) => field.required).length
  const changeOf = (changed: readonly SigningField[]) => (change: FieldChange) =>
    dispatch({ type: 'change', ids: changed.map(({ id }) => id), change })
  return (
    <>
      <RoleChoice
        label="Signer"
        roles={state.roles}
        value={fields.every(({ role }) => role === first.role) ? first.role : null}
        onChange={(role) => changeOf(fields)({ role })}
      />
      {one && isFilledBySigner(one) && (
        <AttributeInput
          field={one}
          name="label"
          label="Label"
          description="The signer sees it at the field."
          error={problemsOf(one).label}
          onChange={changeOf(fields)}
        />
      )}
      {optional.length > 0 && (
        <Checkbox
          label="Required"
          checked={required === optional.length}
          indeterminate={required > 0 && required < optional.length}
          onChange={({ currentTarget }) => changeOf(optional)({ required: currentTarget.checked })}
        />
      )}
      {one && (
        <>
          <AttributeInputs field={one} onChange={changeOf(fields)} />
          <PositionSection key={one.id} field={one} pages={state.pages} dispatch={dispatch} />
        </>
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
  const [first, ...others] = selectedFields(editor.state)
  if (!first) return <Hints empty={editor.state.history.fields.length === 0} />
  return (
    <Stack gap="md">
      <Text fw={600} component="h2">
        {others.length === 0 ? fieldTypes[first.type].label : `${others.length + 1} fields`}
      </Text>
      <Properties fields={[first, ...others]} editor={editor} />
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
