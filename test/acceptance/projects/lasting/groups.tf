resource "aws_cloudwatch_log_group" "waits" {
  name              = "/lasting/waits"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "reverted" {
  name              = "/lasting/reverted"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "merged" {
  name              = "/lasting/merged"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "reworded" {
  name              = "/lasting/reworded"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "merged_otherwise" {
  name              = "/lasting/merged_otherwise"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "refreshed" {
  name              = "/lasting/refreshed"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "refreshed_merged" {
  name              = "/lasting/refreshed_merged"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "applied" {
  name              = "/lasting/applied"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "refreshed_applied" {
  name              = "/lasting/refreshed_applied"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "deleted" {
  name              = "/lasting/deleted"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "recreated" {
  name              = "/lasting/recreated"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "recreated_bare" {
  name              = "/lasting/recreated_bare"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "handed" {
  name              = "/lasting/handed"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "dropped" {
  name              = "/lasting/dropped"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "uncoded" {
  name              = "/lasting/uncoded"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "further" {
  name              = "/lasting/further"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "dismissed" {
  name              = "/lasting/dismissed"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "told" {
  name              = "/lasting/told"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "moved" {
  name              = "/lasting/moved"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "old" {
  name              = "/lasting/old"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "old_reverted" {
  name              = "/lasting/old_reverted"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "old_merged" {
  name              = "/lasting/old_merged"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "old_deleted" {
  name              = "/lasting/old_deleted"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}

resource "aws_cloudwatch_log_group" "old_refreshed" {
  name              = "/lasting/old_refreshed"
  retention_in_days = 30

  lifecycle {
    ignore_changes = [kms_key_id]
  }
}
