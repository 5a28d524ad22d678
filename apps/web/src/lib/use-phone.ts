import { useMediaQuery } from '@mantine/hooks'

/** Below the width at which tables become cards and drawers come from below. */
const PHONE = '(max-width: 47.99em)'

/** Whether the screen is as narrow as a phone's; known from the first drawing on. */
export const usePhone = () => useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
