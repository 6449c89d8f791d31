import { permissions } from '#contract/access.ts'

/** Maps what a form may pick to the rights with which it is looked up: whoever picks reaches no others. */
export const pickRights = {
  emp: permissions('emp').view,
  stu: permissions('stu').view,
  unit: [...permissions('edcunit').view, ...permissions('stu').view],
  ptr: permissions('ptr').view,
}
