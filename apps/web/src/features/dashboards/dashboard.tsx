/** The frame of the dashboards: the first steps, the data of one call, and what other features show. */
import { Button, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Answer, apiQuery, type CallKey } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import classes from './dashboards.module.css'
import { FirstRun } from './first-run/first-run.tsx'

type DashboardCall = Exclude<Extract<CallKey, `GET /api/v1/dashboards/${string}`>, `${string}first-run/`>

/** Two sections next to each other on wide screens: of the same width, or the first one wider. */
export const Pair = ({ even = false, children }: { even?: boolean; children: ReactNode }) =>
  even ? (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
      {children}
    </SimpleGrid>
  ) : (
    <div className={classes.pair}>{children}</div>
  )

interface SkeletonsProps {
  /** Pixels. Two heights are a pair. */
  heights: (number | [number, number])[]
  even?: boolean
}

/** In the places of the sections that load. */
const Skeletons = ({ heights, even = false }: SkeletonsProps) => (
  <Stack gap="xl">
    {heights.map((height) =>
      typeof height === 'number' ? (
        <Skeleton key={height} h={height} />
      ) : (
        <Pair key={height.join()} even={even}>
          <Skeleton h={height[0]} />
          <Skeleton h={height[1]} />
        </Pair>
      ),
    )}
  </Stack>
)

interface ActionProps extends Pick<LinkProps, 'to' | 'search'> {
  icon: Icon
  /** The main action is filled. */
  isMain?: boolean
  children: string
}

/** A button that opens a screen. */
export const Action = ({ icon: Shown, isMain = false, children, ...link }: ActionProps) => (
  <Button
    variant={isMain ? 'filled' : 'default'}
    leftSection={<Shown size={18} />}
    renderRoot={(props) => <Link {...props} {...link} />}
  >
    {children}
  </Button>
)

/** The title of a person's dashboard. */
export function useWelcome(withoutName: string): string {
  const name = useSession()?.user.first_name
  return name ? `Welcome, ${name}` : withoutName
}

interface Props<A extends DashboardCall> {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  call: A
  skeleton: SkeletonsProps
  /** The sections of the data. */
  overview: (data: Answer<A>) => ReactNode
  /** Lists that do not wait for the data. */
  below?: ReactNode
  /** Drawers over the screen. */
  children?: ReactNode
}

export function Dashboard<A extends DashboardCall>({ call, skeleton, overview, below, children, ...screen }: Props<A>) {
  const query = useQuery(apiQuery<DashboardCall>(call))
  return (
    <Screen {...screen}>
      <Stack gap="xl">
        <FirstRun />
        <Loaded query={query} inSteps skeleton={<Skeletons {...skeleton} />}>
          {(data) => <Stack gap="xl">{overview(data as Answer<A>)}</Stack>}
        </Loaded>
        {below}
      </Stack>
      {children}
    </Screen>
  )
}
