import { Button } from '@mantine/core'
import { IconExternalLink, IconTruckDelivery } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { mayOpenScreen, type ScreenPath, screenAccess } from '@vialdesk/contract/base/screens'
import { useOpenLabel } from '#web/entities/label/label-link.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { isMissing } from '#web/lib/errors/api-error.ts'
import { usePageTitle } from '#web/lib/session/page-title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { MissingRecord } from '#web/ui/layout/missing-record.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { LabelContent, useLabelForm } from './label-content.tsx'

/** The lists of label requests. A reader may open one of them. */
const lists: ScreenPath[] = ['/fedex-requests', '/fedex-request-label', '/fedex-request-label-rhc']

/** One label request on a page of its own. */
export function LabelScreen({ id }: { id: number }) {
  const role = useSession()?.role
  const query = useQuery(apiQuery('GET /api/v1/fedex-requests/{id}/', { params: { id } }))
  const request = query.data
  const open = useOpenLabel()
  const form = useLabelForm(request)
  const list = lists.find((path) => mayOpenScreen(path, role))
  usePageTitle(`Label Request ${id}`)
  if (isMissing(query.error))
    return <MissingRecord screen="Label Request" icon={IconTruckDelivery} title="No label request found" />
  return (
    <Screen
      narrow
      title={`Label Request ${id}`}
      {...(list && { breadcrumbs: [{ label: screenAccess[list].title, to: list }] })}
      actions={
        request?.can.open_label && (
          <Button
            variant="default"
            leftSection={<IconExternalLink size={16} stroke={1.6} />}
            loading={open.isPending}
            onClick={() => open.mutate(id)}
          >
            View label
          </Button>
        )
      }
    >
      <Loaded query={query} skeleton={[220]}>
        {(loaded) => <LabelContent request={loaded} form={form} headingLevel={2} onClose={form.release} />}
      </Loaded>
    </Screen>
  )
}
