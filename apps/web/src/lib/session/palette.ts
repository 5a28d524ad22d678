/** The search of the portal, which the shell opens and a feature renders. */
import type { Icon } from '@tabler/icons-react'
import { type ComponentType, useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/browser/listeners.ts'

/** A screen that the menu lists. */
export interface PaletteScreen {
  path: string
  label: string
  /** The group of the menu. */
  group: string
  icon: Icon
}

export interface PaletteProps {
  opened: boolean
  onClose: () => void
  screens: PaletteScreen[]
}

export type LoadPalette = () => Promise<ComponentType<PaletteProps>>

type ShellDialog = 'palette' | 'keys' | undefined

let shown: ShellDialog
const { subscribe, notify } = createListeners()

/** Opens the search or the help about keys; undefined closes it. */
export function showShellDialog(dialog: ShellDialog): void {
  shown = dialog
  notify()
}

export const useShellDialog = () => useSyncExternalStore(subscribe, () => shown)
