import { ActionIcon } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { mayOpenScreen } from '@vialdesk/contract/base/screens'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '#web/lib/browser/lazy-part.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { PartBoundary } from '#web/ui/layout/part-boundary.tsx'
import classes from '../resources.module.css'
import { useCoversAction } from './use-covers-action.ts'

/** Loads with its first use, and not with every screen. */
const SuggestedResources = lazyPart(() => import('./suggested-resources.tsx').then((module) => module.SuggestedResources))

/** The floating button of the Resource Center. It opens the resources that are suggested on the current page. */
export function ResourceButton() {
  const viewer = useSession()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [openedOn, setOpenedOn] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const covers = useCoversAction(button)
  if (!viewer || !mayOpenScreen('/resource-center', viewer.role)) return null
  const close = () => setOpenedOn(undefined)
  return (
    <>
      <ActionIcon
        ref={button}
        radius="xl"
        variant="default"
        className={`${classes.float} no-print`}
        mod={{ covering: covers }}
        title="Resource Center"
        aria-label="Resource Center"
        aria-haspopup="dialog"
        onClick={() => setOpenedOn(path)}
      >
        <IconBooks size={22} stroke={1.6} aria-hidden />
      </ActionIcon>
      <Drawer opened={openedOn === path} onClose={close} title="Suggested Resources" size="md">
        <PartBoundary open={openedOn === path} onFail={close}>
          <Suspense>
            <SuggestedResources membership={viewer.user.subscription} path={path} onLeave={close} />
          </Suspense>
        </PartBoundary>
      </Drawer>
    </>
  )
}
