module {{goModule}}

go 1.24
