import { defineTable } from '#server/database/tables.ts'
import { Role, role } from './role.contract.ts'

defineTable('role', {
  word: '角色',
  key: 'roleNo',
  name: 'roleName',
  uses: { rolepwr: '已有权限' },
  history: {
    fields: Role.shape,
    see: role.getselfrolelist,
    change: role.updateselfrole,
    record: { links: ['rolepwr', 'emprole'] },
  },
})
