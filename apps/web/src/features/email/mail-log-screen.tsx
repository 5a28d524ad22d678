import { IconMail, IconSend, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { MailRow, MailStatus } from '@vialdesk/contract/email'
import { useUserName } from '#web/entities/user/user-choices.ts'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { useCursorPage, withoutCount } from '#web/lib/url/use-cursor-page.ts'
import type { ListFilter } from '#web/lib/url/use-list-page.ts'
import { useUrlSearch } from '#web/lib/url/use-url-search.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { CursorPages } from '#web/ui/table/cursor-pages.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterSelect } from '#web/ui/table/filters/filter-select.tsx'
import { SearchInput } from '#web/ui/table/filters/search-input.tsx'
import { mailColumns, mailStatuses, NOT_WRITTEN } from './mail.columns.tsx'

const PAGE_SIZE = 10
/** Milliseconds between two looks at a page with mails that wait. */
const WAITING_MS = 3000

interface MailLogSearch {
  to?: string | undefined
  status?: MailStatus | undefined
  user_id?: number | undefined
}

const statusOptions = Object.entries(mailStatuses).map(([value, { label }]) => ({ value: value as MailStatus, label }))

/** The mail is written again, so links in it are new. */
function useResend() {
  const resend = useMutation({
    ...apiMutation('POST /api/v1/mails/{id}/resend/'),
    onSuccess: ({ message }) => showSuccess(message),
  })
  return async ({ id, subject, to }: MailRow) => {
    const title = `Send ${subject ? `“${subject}”` : 'this mail'} again?`
    const consequence = `The portal writes the mail again and sends it to ${to || 'its recipient'}.`
    if (await confirm({ title, consequence, verb: 'Resend' })) resend.mutate({ params: { id } })
  }
}

const filtersOf =
  (userName: string | undefined) =>
  ({ to, status, user_id }: MailLogSearch): ListFilter<MailLogSearch>[] => [
    { keys: ['to'], label: to && `Email: ${to}` },
    { keys: ['status'], label: status && `Status: ${mailStatuses[status].label}` },
    { keys: ['user_id'], label: user_id && `User: ${userName}` },
  ]

/** The mails of the domain with their results. */
export function MailLogScreen() {
  const { user_id }: MailLogSearch = useUrlSearch()
  const page = useCursorPage(PAGE_SIZE, filtersOf(useUserName(user_id)))
  const query = useQuery({
    ...apiQuery('GET /api/v1/mails/', { query: page.query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(({ status }) => status === 'queued') ? WAITING_MS : false),
  })
  const list = { ...query, data: withoutCount(query.data, page) }
  const resend = useResend()
  const toolbar = (
    <>
      <SearchInput label="Whole email of the recipient" value={page.filter.to} onSearch={(to) => page.change({ to })} />
      <FilterSelect
        label="Status"
        all="All statuses"
        options={statusOptions}
        value={page.filter.status}
        onChange={(status) => page.change({ status })}
        width={160}
      />
    </>
  )
  const empty = (
    <EmptyState
      icon={IconMail}
      title="Empty table. There's nothing to show"
      hint="The mails of the portal appear here as soon as they are queued."
    />
  )
  return (
    <Screen title="Mail Log" lead="Every mail of the portal of the last 180 days, without its text.">
      <DataTable
        name="mails"
        exports={{ list: 'GET /api/v1/mails/', rows: ['mail', 'mails'], uncounted: true }}
        views="mails"
        label="Mails"
        columns={mailColumns}
        list={list}
        page={page}
        pages={<CursorPages data={list.data} page={page} />}
        rowKey={({ id }) => id}
        rowName={({ subject, to }) => `${subject || NOT_WRITTEN} ${to}`.trim()}
        rowActions={(mail) => [
          ...(mail.can.resend ? [{ label: 'Resend', icon: IconSend, onClick: () => void resend(mail) }] : []),
          ...(mail.user && mail.user.id !== page.filter.user_id
            ? [{ label: 'All mails of this user', icon: IconUser, onClick: () => page.change({ user_id: mail.user?.id }) }]
            : []),
        ]}
        empty={empty}
        toolbar={toolbar}
      />
    </Screen>
  )
}
