import { ActionIcon, Badge, Button, Group, Title } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import type { Dispatch } from 'react'
import type { EditorCalls } from '../calls/use-editor-calls.ts'
import { type EditorAction, type EditorState, hasUnsavedChanges } from '../state/editor-state.ts'
import classes from './bar.module.css'
import { MoreMenu } from './more-menu.tsx'
import { PageJump } from './page-jump.tsx'
import { ZoomButtons } from './zoom-buttons.tsx'

interface Props {
  state: EditorState
  dispatch: Dispatch<EditorAction>
  calls: EditorCalls
  page: number
  onJump: (page: number) => void
  zoom: number
  onZoom: (zoom: number) => void
  onReplace: () => void
}

export function EditorBar({ state, dispatch, calls, page, onJump, zoom, onZoom, onReplace }: Props) {
  const { history, version, versions, title, pages } = state
  const unsaved = hasUnsavedChanges(state)
  return (
    <header className={classes.bar}>
      <Group gap="xs" wrap="nowrap" className={classes.title}>
        <Title order={1} size="h3" lineClamp={1}>
          {title}
        </Title>
        <Badge variant="light" color={unsaved ? 'yellow' : 'gray'} tt="none" fw={500} className={classes.badge}>
          Version {version}
          {unsaved && ', not saved'}
        </Badge>
      </Group>
      <Group gap="xs" wrap="nowrap" className={classes.tools}>
        <ActionIcon.Group>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label="Undo"
            disabled={history.past.length === 0}
            onClick={() => dispatch({ type: 'undo' })}
          >
            <IconArrowBackUp size={18} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label="Redo"
            disabled={history.future.length === 0}
            onClick={() => dispatch({ type: 'redo' })}
          >
            <IconArrowForwardUp size={18} />
          </ActionIcon>
        </ActionIcon.Group>
        <PageJump page={page} pages={pages.length} fields={history.fields} onJump={onJump} />
        <ZoomButtons zoom={zoom} onZoom={onZoom} />
      </Group>
      <Group gap="xs" wrap="nowrap" className={classes.actions}>
        <MoreMenu
          versions={versions}
          current={version}
          busy={calls.busy}
          onReplace={onReplace}
          onSendTest={() => void calls.sendTest()}
          onLoad={(chosen) => void calls.loadVersion(chosen)}
        />
        <Button onClick={() => void calls.save()} loading={calls.saving} disabled={!unsaved || calls.busy}>
          Save
        </Button>
      </Group>
    </header>
  )
}
