import { Stack } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { defineList } from '#web/entities/list/define-list.ts'
import { useList } from '#web/entities/list/use-list.ts'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import { useSession } from '#web/lib/session/session.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { FilterChips } from '#web/ui/table/filters/filter-chips.tsx'
import { ListFields } from '#web/ui/table/filters/list-fields.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { TablePages } from '#web/ui/table/table-pages.tsx'
import { ResourceCards } from '../resource-cards.tsx'
import { groupResources } from './group-resources.ts'

/** The largest page: more resources than most businesses have, so that each section is whole. */
const PAGE_SIZE = 100

const filters = [searchFilter({ label: 'Search resources', shortTexts: true })]
const resources = defineList('GET /api/v1/assets/subscription/{id}/', {
  name: 'resource-center',
  label: 'Resources',
  pageSize: PAGE_SIZE,
  filters,
  rowName: ({ asset_name }) => asset_name,
})

function Nothing({ isFiltered, isAdmin }: { isFiltered: boolean; isAdmin: boolean }) {
  if (isFiltered) return <EmptyState title="No results" hint="Nothing matches your search." />
  const hint = isAdmin ? (
    <>
      Add guides, files and links in the <Link to="/assets-manager">Assets Manager</Link>.
    </>
  ) : (
    'Your administrator adds guides, files and links for you here.'
  )
  return <EmptyState icon={IconBooks} title="No resources yet" hint={hint} />
}

/** The resources of the viewer's membership, by section. */
export function ResourceCenterScreen() {
  const viewer = useSession()
  const phone = useIsPhone()
  const { page, query } = useList(resources, { params: { id: viewer?.user.subscription ?? 0 } })
  return (
    <Screen title="Resource Center" lead="Guides, files and links for your work.">
      <div>
        <ListFields filters={filters} page={page} />
      </div>
      {page.chips.length > 0 && <FilterChips chips={page.chips} onClear={page.clear} />}
      <Loaded query={query} loading="Loading the resources…">
        {({ count, results }) =>
          results.length === 0 ? (
            <Nothing isFiltered={page.chips.length > 0} isAdmin={viewer?.role === 'admin'} />
          ) : (
            <Stack gap="xl" aria-busy={query.isFetching}>
              {groupResources(results, viewer?.role).map(({ title, resources: shown }) => (
                <Section key={title} title={title}>
                  <ResourceCards label={title} resources={shown} />
                </Section>
              ))}
              {count > PAGE_SIZE && <TablePages count={count} page={page} narrow={phone} />}
            </Stack>
          )
        }
      </Loaded>
    </Screen>
  )
}
