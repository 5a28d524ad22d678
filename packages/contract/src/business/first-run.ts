/** The first steps of each role, in their order. They tick themselves: each is derived from what exists. */
import { z } from 'zod'
import type { WorkingRole } from '../base/roles.ts'

export const firstRunSteps = {
  admin: ['two_step', 'brand', 'mail_records', 'payment_gateway', 'templates', 'first_lab', 'first_rep', 'first_center'],
  harvest_center: ['locations', 'card', 'first_patient', 'first_signature', 'first_label'],
  referral_harvest_center: ['confirmed', 'card', 'first_patient', 'first_signature', 'first_label'],
  lab: ['center_assigned', 'first_tissue', 'first_vials'],
  sales_rep: ['first_sign_up', 'first_center', 'first_sale'],
  sales_manager: ['first_rep', 'first_center', 'first_sale'],
  sales_distributor: ['first_manager', 'first_rep', 'first_center'],
  hc_staff: ['center_assigned', 'two_step'],
  patient: ['documents_signed', 'two_step'],
} as const satisfies Record<WorkingRole, readonly string[]>

export type FirstRunStepOf<R extends WorkingRole> = (typeof firstRunSteps)[R][number]
export type FirstRunStep = FirstRunStepOf<WorkingRole>
export const FirstRunStep = z.enum([...new Set(Object.values(firstRunSteps).flat())] as [FirstRunStep, ...FirstRunStep[]])
