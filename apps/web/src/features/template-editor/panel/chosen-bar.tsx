import { ActionIcon, Button, Text } from '@mantine/core'
import { IconCopyPlus, IconTrash } from '@tabler/icons-react'
import { type Dispatch, useState } from 'react'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import classes from '../editor.module.css'
import { type EditorAction, type EditorState, selectedFields } from '../state/editor-state.ts'
import { nameOfAll } from '../state/field-text.ts'
import { PropertyPanel } from './property-panel.tsx'

interface Props {
  state: EditorState
  dispatch: Dispatch<EditorAction>
}

/** On narrow screens: the selected fields, and their properties in a sheet from below. */
export function ChosenBar({ state, dispatch }: Props) {
  const [opened, setOpened] = useState(false)
  const fields = selectedFields(state)
  if (fields.length === 0) return null
  return (
    <div className={classes.chosen}>
      <Text className={classes.chosenName} fw={500}>
        {nameOfAll(fields)}
      </Text>
      <Button variant="default" onClick={() => setOpened(true)}>
        Edit
      </Button>
      <ActionIcon variant="default" size="lg" aria-label="Duplicate" onClick={() => dispatch({ type: 'duplicate' })}>
        <IconCopyPlus size={18} />
      </ActionIcon>
      <ActionIcon variant="light" color="red" size="lg" aria-label="Delete" onClick={() => dispatch({ type: 'remove' })}>
        <IconTrash size={18} />
      </ActionIcon>
      <Drawer opened={opened} onClose={() => setOpened(false)} title="Properties">
        <PropertyPanel state={state} dispatch={dispatch} />
      </Drawer>
    </div>
  )
}
