import { Anchor } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { apiQuery } from '#web/lib/api/api.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { ResourceCards } from '../resource-cards.tsx'

interface Props {
  membership: number
  /** Of the current page. */
  path: string
  onLeave: () => void
}

/** The resources of the page, and the way to all resources. */
export function SuggestedResources({ membership, path, onLeave }: Props) {
  const query = useQuery(
    apiQuery('POST /api/v1/assets/subscription/{id}/section/', { params: { id: membership }, body: { url: path } }),
  )
  const all = (
    <Anchor component={Link} to="/resource-center" onClick={onLeave}>
      Open the Resource Center
    </Anchor>
  )
  return (
    <Loaded query={query} loading="Loading the resources…">
      {({ results }) =>
        results.length === 0 ? (
          <EmptyState
            icon={IconBooks}
            title="No resources for this page"
            hint="The Resource Center has everything that is offered to you."
            action={all}
          />
        ) : (
          <>
            <ResourceCards label="Suggested resources" resources={results} narrow />
            <div style={{ marginTop: 16 }}>{all}</div>
          </>
        )
      }
    </Loaded>
  )
}
