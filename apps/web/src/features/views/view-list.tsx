import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconPencil, IconTrash } from '@tabler/icons-react'
import type { SavedView } from '@vialdesk/contract/business/views'
import { useEffect, useRef, useState } from 'react'
import type { ListSettings } from '#web/lib/url/use-list-page.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import type { useViews } from './use-views.ts'
import { ViewForm } from './view-form.tsx'

interface Props {
  views: SavedView[]
  mayShare: boolean
  actions: Pick<ReturnType<typeof useViews>, 'change' | 'remove'>
  settings: ListSettings
  onOpen: (view: SavedView) => void
}

const sharingText = ({ shared, shared_by }: SavedView) => {
  if (shared_by !== null) return `Shared by ${shared_by || 'another admin'}`
  return shared ? 'Shared with all admins' : undefined
}

/** Whether the list shows exactly this view. */
export const isSameView = ({ filter }: SavedView, settings: ListSettings) =>
  Object.keys(filter).length === Object.keys(settings).length &&
  Object.entries(filter).every(([key, value]) => settings[key] === value)

/** An own view is quickly saved again. A shared one is also missed by others. */
const confirmForAll = ({ name }: SavedView) =>
  confirm({
    title: `Remove ${name} for all admins?`,
    consequence: 'This view is shared. It disappears from the list of every admin. No record is changed.',
    verb: 'Remove',
    danger: true,
  })

function ViewRow({ view, isOpen, takesFocus, onOpen, onEdit, onRemove }: RowProps) {
  const name = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) name.current?.focus()
  }, [takesFocus])
  const sharing = sharingText(view)
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        ref={name}
        variant="subtle"
        justify="flex-start"
        flex={1}
        miw={0}
        h="auto"
        py={6}
        aria-current={isOpen || undefined}
        rightSection={isOpen ? <IconCheck size={16} aria-hidden /> : undefined}
        styles={{ inner: { width: '100%' }, label: { flex: 1, whiteSpace: 'normal', textAlign: 'left' } }}
        onClick={onOpen}
      >
        <span>
          {view.name}
          {sharing && (
            <Text span display="block" size="xs" c="dimmed">
              {sharing}
            </Text>
          )}
        </span>
      </Button>
      {view.can.change && (
        <>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Edit the view ${view.name}`} onClick={onEdit}>
            <IconPencil size={16} />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Remove the view ${view.name}`} onClick={onRemove}>
            <IconTrash size={16} />
          </ActionIcon>
        </>
      )}
    </Group>
  )
}

interface RowProps {
  view: SavedView
  isOpen: boolean
  takesFocus: boolean
  onOpen: () => void
  onEdit: () => void
  onRemove: () => void
}

/** The saved views, own and shared ones. An own one can be renamed, shared and removed. */
export function ViewList({ views, mayShare, actions: { change, remove }, settings, onOpen }: Props) {
  const [edited, setEdited] = useState<number>()
  /** Gets the focus after the form or the view that had it is gone. */
  const [focused, setFocused] = useState<number>()
  const close = () => {
    setFocused(edited)
    setEdited(undefined)
    change.reset()
  }
  const askToRemove = async (view: SavedView, place: number) => {
    if (view.shared && !(await confirmForAll(view))) return
    setFocused(undefined)
    remove.mutate({ params: { id: view.id } }, { onSuccess: () => setFocused((views[place + 1] ?? views[place - 1])?.id) })
  }
  return (
    <Stack gap={4} mah={300} style={{ overflowY: 'auto' }}>
      {views.map((view, place) =>
        view.id === edited ? (
          <ViewForm
            key={view.id}
            label="Name of the view"
            initial={view}
            takesFocus
            mayShare={mayShare}
            busy={change.isPending}
            error={change.error}
            onSave={(body) => change.mutate({ params: { id: view.id }, body }, { onSuccess: close })}
            onCancel={close}
          />
        ) : (
          <ViewRow
            key={view.id}
            view={view}
            isOpen={isSameView(view, settings)}
            onOpen={() => onOpen(view)}
            takesFocus={view.id === focused}
            onEdit={() => setEdited(view.id)}
            onRemove={() => void askToRemove(view, place)}
          />
        ),
      )}
    </Stack>
  )
}
