import { Popover, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { readErrorMessage } from '#web/lib/errors/error-message.ts'
import { TargetElsewhere } from '#web/ui/dialogs/target-elsewhere.tsx'
import type { DropdownProps } from '#web/ui/dialogs/use-dropdown.ts'
import type { ViewsProps } from '#web/ui/table/toolbar/views-slot.ts'
import { useViews } from './use-views.ts'
import { ViewForm } from './view-form.tsx'
import { ViewList } from './view-list.tsx'

/** Takes the focus after the last view is removed. */
function NoViews({ takesFocus }: { takesFocus: boolean }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus) text.current?.focus()
  }, [takesFocus])
  return (
    <Text ref={text} tabIndex={-1} size="sm">
      You have no saved views.
    </Text>
  )
}

function Content({ list, page, onClose }: Omit<ViewsProps, 'narrow'> & { onClose: () => void }) {
  const { query, save, ...actions } = useViews(list)
  const { settings = {}, onSettings } = page
  const failure = query.error ?? actions.remove.error
  const mayShare = query.data?.can.share ?? false
  const isSavable = Object.keys(settings).length > 0
  return (
    <Stack gap="sm">
      {failure && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {readErrorMessage(failure)}
        </Text>
      )}
      {query.isPending && <Text size="sm">Loading…</Text>}
      {query.data?.results.length === 0 && <NoViews takesFocus={actions.remove.isSuccess} />}
      {query.data && query.data.results.length > 0 && (
        <ViewList
          views={query.data.results}
          mayShare={mayShare}
          actions={actions}
          settings={settings}
          onOpen={(view) => {
            onSettings?.(view.filter)
            onClose()
          }}
        />
      )}
      {isSavable ? (
        <ViewForm
          // Blank again after each saved view.
          key={save.data?.id}
          label="Save this view as"
          mayShare={mayShare}
          busy={save.isPending}
          error={save.error}
          takesFocus={save.data !== undefined}
          onSave={(values) => save.mutate({ body: { ...values, list, filter: settings } })}
        />
      ) : (
        <Text size="sm" c="dimmed">
          Search, filter or sort the list to save it as a view.
        </Text>
      )}
    </Stack>
  )
}

type Props = DropdownProps & Pick<ViewsProps, 'list' | 'page'>

export function ViewMenuDropdown({ id, opened, onClose, target, list, page }: Props) {
  return (
    <Popover
      opened={opened}
      onDismiss={onClose}
      position="bottom-end"
      shadow="md"
      width={320}
      trapFocus
      withRoles={false}
      // The menu stays when content that loads above pushes its button out of the window.
      hideDetached={false}
    >
      <Popover.Target>
        <TargetElsewhere of={target} />
      </Popover.Target>
      <Popover.Dropdown id={`${id}-dropdown`} role="dialog" aria-label="Saved views">
        <Content list={list} page={page} onClose={onClose} />
      </Popover.Dropdown>
    </Popover>
  )
}
