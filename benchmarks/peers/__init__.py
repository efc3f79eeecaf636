"""The other programs: each file serves the workloads of one of them, under the peers' Python."""
