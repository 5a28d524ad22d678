import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SavedView } from '@vialdesk/contract/transactions'
import { type FormEvent, useState } from 'react'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { readErrorMessage } from '#web/lib/format/error-message.ts'
import { useMayCall } from '#web/lib/session/use-may-call.ts'
import type { ListPage } from '#web/lib/url/use-list-page.ts'
import { useChangeUrlSearch } from '#web/lib/url/use-url-search.ts'

type ListName = SavedView['list']

const views = apiQuery('GET /api/v1/saved-views/')

/** As in the URL: texts, without filters that are off. */
const asTexts = (filter: object) =>
  Object.fromEntries(Object.entries(filter).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])))

function useViews(name: ListName) {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: views.queryKey })
  return {
    list: useQuery({ ...views, select: (all) => all.filter(({ list }) => list === name) }),
    save: useMutation({ ...apiMutation('POST /api/v1/saved-views/'), onSuccess }),
    remove: useMutation({ ...apiMutation('DELETE /api/v1/saved-views/{id}/'), onSuccess }),
  }
}

interface ListProps {
  list: SavedView[]
  onOpen: (view: SavedView) => void
  onRemove: (view: SavedView) => void
}

const ViewList = ({ list, onOpen, onRemove }: ListProps) => (
  <Stack gap={4} mah={260} style={{ overflowY: 'auto' }}>
    {list.map((view) => (
      <Group key={view.id} gap={4} wrap="nowrap">
        <Button variant="subtle" justify="flex-start" flex={1} onClick={() => onOpen(view)}>
          {view.name}
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Remove the view ${view.name}`}
          onClick={() => onRemove(view)}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
    ))}
  </Stack>
)

interface SaveProps {
  list: ListName
  filter: object
  save: ReturnType<typeof useViews>['save']
}

function SaveForm({ list, filter, save }: SaveProps) {
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    save.mutate({ body: { name, list, filter: asTexts(filter) } }, { onSuccess: () => setName('') })
  }
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label="Save these filters as"
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.currentTarget.value)}
          error={save.error ? readErrorMessage(save.error) : undefined}
          flex={1}
        />
        <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
          Save
        </Button>
      </Group>
    </form>
  )
}

interface Props<Filter extends object> {
  list: ListName
  page: ListPage<Filter>
}

/** The menu of the user's saved filters, next to the filters of a list. A saved view replaces all filters. */
export function SavedViews<Filter extends object>(props: Props<Filter>) {
  const mayUse = useMayCall('GET /api/v1/saved-views/')
  return mayUse ? <ViewMenu {...props} /> : null
}

function ViewMenu<Filter extends object>({ list: name, page }: Props<Filter>) {
  const [opened, setOpened] = useState(false)
  const { list, save, remove } = useViews(name)
  const changeUrl = useChangeUrlSearch()
  const open = ({ filter }: SavedView) => {
    const off = Object.fromEntries(Object.keys(page.filter).map((key) => [key, undefined]))
    changeUrl({ offset: undefined, ...off, ...filter }, { replace: true })
    setOpened(false)
  }
  const failure = list.error ?? remove.error
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      shadow="md"
      width={320}
      trapFocus
      withRoles={false}
      // The menu stays when content that loads above pushes its button out of the window.
      hideDetached={false}
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconBookmark size={16} stroke={1.6} />}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          Views
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Saved views">
        <Stack gap="sm">
          {failure && (
            <Text size="sm" role="alert" c="var(--mantine-color-error)">
              {readErrorMessage(failure)}
            </Text>
          )}
          {list.isPending && <Text size="sm">Loading…</Text>}
          {list.data?.length === 0 && <Text size="sm">You have no saved views.</Text>}
          {list.data && list.data.length > 0 && (
            <ViewList list={list.data} onOpen={open} onRemove={({ id }) => remove.mutate({ params: { id } })} />
          )}
          {page.chips.length > 0 ? (
            <SaveForm list={name} filter={page.filter} save={save} />
          ) : (
            <Text size="sm">Set filters first to save them as a view.</Text>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
