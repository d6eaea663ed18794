/** Time after which a job that is due and does not run means that no worker runs it. */
export const maxJobDelaySeconds = 3600
