/** Names the outcomes of a row. */
export const outcomeNames = { add: '新增', upd: '变更', same: '相同', skip: '错误', out: '已排除' } as const
